// Shows the inputs of a transition or a call that the actor may know, by the fields into which they go.
import { fieldsOfInput } from '#shared/model/4-states/fields-of-input.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import { readsAll } from '../messages/read-requirements.ts'

/** `fields`: those of the record that the actor may read in this entry. */
export function readableInputs(
  running: RunningDocument,
  actor: Actor,
  entity: Entity,
  { input = {}, transition, call }: Pick<HistoryEntry, 'input' | 'transition' | 'call'>,
  fields: ReadonlySet<string>,
): NonNullable<HistoryEntry['input']> {
  const { model } = running
  const namesOf = (of: string): readonly string[] =>
    [...(model.entities.get(of)?.fields.values() ?? [])].flatMap(({ name, standard }) =>
      standard ? [] : [name.identifier],
    )
  const isKnown = (name: string): boolean => {
    const source = call === undefined ? { ...(transition && { transition }) } : { call }
    const key = JSON.stringify([transition, call, name])
    const into = running.keptOn(entity, 'fields of inputs', key, () => fieldsOfInput(model, entity, source, name))
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
  return Object.fromEntries(Object.entries(input).filter(([name]) => isKnown(name)))
}
