// Shows the inputs of a transition or a call that the actor may know, by the fields into which they go.
import type { FieldsOfInput } from '#shared/model/4-states/fields-of-input.ts'
import { fieldsOfInput } from '#shared/model/4-states/fields-of-input.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { FieldBehind, HistoryEntry } from '../../storage/history-entry.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import { readableFieldsById } from '../access/row-policy.ts'
import { readsAll } from '../messages/read-requirements.ts'

/** `fields`: those of the record that the actor may read in this entry. */
export async function readableInputs(
  policyContext: RowPolicyContext,
  actor: Actor,
  entity: Entity,
  { input = {}, behind = {}, transition, call }: Pick<HistoryEntry, 'input' | 'behind' | 'transition' | 'call'>,
  fields: ReadonlySet<string>,
): Promise<NonNullable<HistoryEntry['input']>> {
  const { running } = policyContext
  const { model } = running
  const namesOf = (of: string): readonly string[] =>
    [...(model.entities.get(of)?.fields.values() ?? [])].flatMap(({ name, standard }) =>
      standard ? [] : [name.identifier],
    )
  const intoOf = (name: string) => {
    const source = call === undefined ? { ...(transition && { transition }) } : { call }
    const key = JSON.stringify([transition, call, name])
    return running.keptOn(entity, 'fields of inputs', key, () => fieldsOfInput(model, entity, source, name))
  }
  const isKnown = (into: FieldsOfInput | undefined): boolean => {
    // What an older document made of it nobody knows: who reads all of the record may read it.
    if (into === undefined) return namesOf(entity.name.identifier).every((field) => fields.has(field))
    return (
      [...into.own].every((field) => fields.has(field)) &&
      into.others.every(({ entity: of, field }) =>
        // In whichever record, since the history knows none but its own.
        (field === undefined ? namesOf(of) : [field]).every((each) => readsAll({ running }, actor, of, each)),
      )
    )
  }
  const known = []
  for (const [name, value] of Object.entries(input)) {
    const into = intoOf(name)
    // Who reads the field into which an input goes reads it there.
    const asked = into !== undefined && into.own.size > 0 ? [] : (behind[name] ?? [])
    if (isKnown(into) && (await mayReadBehind(policyContext, actor, asked))) known.push([name, value] as const)
  }
  return Object.fromEntries(known)
}

/** May they read, now, the fields of which an effect took a value? */
async function mayReadBehind(
  policyContext: RowPolicyContext,
  actor: Actor,
  behind: readonly FieldBehind[],
): Promise<boolean> {
  if (actor.system || actor.administrator) return true
  for (const { entity, field, record } of behind) {
    // What a later document no longer has nobody may read.
    if (policyContext.running.model.entities.get(entity)?.fields.has(field) !== true) return false
    const mayRead =
      record === undefined
        ? readsAll(policyContext, actor, entity, field)
        : (await readableFieldsById(policyContext, actor, entity, record))?.has(field) === true
    if (!mayRead) return false
  }
  return true
}
