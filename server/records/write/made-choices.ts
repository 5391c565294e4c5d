// Checks choices as they were offered: before the effects that use up what was chosen.
import type { FieldError } from '#shared/decisions/decision.ts'
import { changedFields, choiceNodes, choiceFields, wrongChoices } from '#shared/decisions/3-entities.ts'
import type { ChoiceField } from '#shared/decisions/3-entities.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity } from '#shared/model/model.ts'
import { entityConditions, evaluateNow } from '../access/condition-facts.ts'
import type { CommandContext } from './command-context.ts'

/** The choices of one write of a record: those that were right when they were made are not asked again. */
export interface MadeChoices {
  /** Checks the choices in the record as it is stored now, keeps those that are right, and gives the errors of the others. */
  check(record: RecordValue, isLeftOut?: (fields: readonly string[]) => boolean): Promise<readonly FieldError[]>
  /** Lists the choices that are still to be checked in this record. */
  open(record: RecordValue): readonly string[]
}

/** `old`: the record before the write; null for a new one. */
export function followChoices(context: CommandContext, entity: Entity, old: RecordValue | null): MadeChoices {
  const { model } = context.running
  const chosen = choiceFields(entity)
  /** The record in which each was right. */
  const right = new Map<string, RecordValue>()
  const haveChanged = (before: RecordValue, after: RecordValue, { watched }: ChoiceField): boolean => {
    const changed = changedFields(entity, before, after)
    return watched.some((field) => changed.includes(field))
  }
  const isOpen = (choice: ChoiceField, record: RecordValue): boolean => {
    const then = right.get(choice.field)
    return then === undefined || haveChanged(then, record, choice)
  }
  return {
    open: (record) => chosen.filter((choice) => isOpen(choice, record)).map(({ field }) => field),
    async check(record, isLeftOut = () => false) {
      const asked = chosen.filter(
        (choice) =>
          !isLeftOut(choice.watched) && isOpen(choice, record) && (old === null || haveChanged(old, record, choice)),
      )
      if (asked.length === 0) return []
      const conditions = entityConditions(context.running, entity, 'choices', () => choiceNodes(entity))
      const evaluate = await evaluateNow(context, conditions, { record, old })
      const wrong = wrongChoices(model, entity, { record, old }, evaluate, (field) =>
        asked.some((choice) => choice.field === field),
      )
      for (const choice of asked)
        if (wrong.every((each) => each.field !== choice.field)) right.set(choice.field, record)
      return wrong
    },
  }
}
