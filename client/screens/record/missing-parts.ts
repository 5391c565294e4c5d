// Lists the actions and fields that a record's screen does not offer.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Entity, Field, Model, Screen, Transition } from '#shared/model/model.ts'
import { fieldLabel, labelOfName } from '../../data/field-label.ts'
import type { RecordData } from '../../data/records/record-data.ts'
import type { AbsentAction, AbsentField } from '../../refusals/explain/explain-missing.tsx'
import type { FieldArrangement } from './arrange-fields.ts'
import { isInTitle } from './arrange-fields.ts'
import type { OfferedTransition } from './offered-transitions.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { doersOf } from './transition-doers.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'

export interface RecordScreenParts {
  readonly screen: Screen
  readonly arranged: FieldArrangement
  /** Transitions that the screen shows as buttons, enabled or greyed out. */
  readonly transitions: readonly OfferedTransition[]
  readonly reader: Actor
  /** May records be added that point to this one? */
  readonly addable: (related: Entity, field: Field) => boolean
}

export function absentActions(
  model: Model,
  entity: Entity,
  record: RecordData,
  { screen, transitions, addable, reader }: RecordScreenParts,
): readonly AbsentAction[] {
  const path = `/api/${entity.path}/${record.id}`
  const may = record._may
  if (may === undefined) return []
  const beside = screen.beside ?? []
  // The server leaves out what none of the reader's roles may ever do; administrators know the whole document.
  const isRefused = (each: Transition): boolean => {
    const decision = may.transitions[each.name.identifier]
    return decision === undefined ? reader.administrator && isBetweenStates(each) : decision.allowed === false
  }
  const hidden = [...entity.transitions.values()].filter(
    (each) => isRefused(each) && !transitions.some(({ transition }) => transition === each),
  )
  const others = beside.flatMap((name): AbsentAction[] => {
    const reverse = entity.reverses.get(name)
    const related = reverse && model.entities.get(reverse.entity)
    const field = reverse && related?.fields.get(reverse.field)
    if (!related || !field || addable(related, field)) return []
    const body = { [field.name.identifier]: record.id }
    return [
      {
        what: say('Add {name}', { name: withinSentence(related.name.label) }),
        call: { method: 'POST', path: `/api/${related.path}`, body },
      },
    ]
  })
  return [
    ...(isUnchangeable(record) ? [{ what: say('Edit'), call: { method: 'PATCH', path, body: {} } }] : []),
    ...(may.delete.allowed === false ? [{ what: say('Delete'), call: { method: 'DELETE', path } }] : []),
    ...hidden.map((each) => ({
      what: labelOfName(each.name),
      call: { method: 'POST', path: `${path}/${each.path}`, body: {} },
      doers: reader.administrator ? doersOf(model, each.rows, reader) : undefined,
    })),
    ...others,
    ...(beside.includes('history') && may.history.allowed === false
      ? [{ what: say('See the history'), call: { method: 'GET', path: `${path}/history` } }]
      : []),
  ]
}

/** Lists the fields of the record that the reader may read and the screen does not show. */
export function unseenFields(
  entity: Entity,
  record: RecordData,
  { screen, arranged }: RecordScreenParts,
): readonly AbsentField[] {
  const shown = new Set([...arranged.long.flatMap(({ fields }) => fields), ...arranged.short, ...arranged.files])
  const left = [...entity.fields.values()].filter(
    (field) =>
      !field.standard &&
      !shown.has(field) &&
      record[field.name.identifier] !== undefined &&
      !isInTitle(entity, field, record),
  )
  return left.map((field) => {
    const isListed = screen.fields?.some(({ fields }) => fields.includes(field.name.identifier)) ?? true
    const why =
      isListed && isEmptyValue(record[field.name.identifier], field.type)
        ? say('It is empty.')
        : say('This screen does not show it.')
    return { label: fieldLabel(field), why, ...(isListed ? {} : { cite: screen.cite }) }
  })
}

/** Lists the fields that the person may not change, each with the reason; none where all are closed, since then the record can't be changed. */
export function unchangeableFields(entity: Entity, record: RecordData): readonly AbsentField[] {
  if (isUnchangeable(record)) return []
  return Object.entries(record._may?.update ?? {}).flatMap(([name, may]): AbsentField[] => {
    const field = entity.fields.get(name)
    if (may === true || field === undefined) return []
    const error = may.errors.find((each) => each.field === name)
    return [{ label: fieldLabel(field), why: error?.message ?? may.message, cite: error?.cites ?? may.cites }]
  })
}

/** Is every field closed? Then it is the record that can't be changed. */
export function isUnchangeable({ _may }: RecordData): boolean {
  const decisions = Object.values(_may?.update ?? {})
  return decisions.length > 0 && decisions.every((may) => may !== true)
}

function isBetweenStates({ rows }: Transition): boolean {
  return rows.some(({ from }) => from !== 'new record')
}
