// Who may get a verb at all, conditions on rows aside: by role, for everyone, for anyone.
import type { Model, Verb } from '../model/model.ts'

/** The roles behind what a screen says; `everyone` is each of them, and a word of its own only where there are none. */
export function readersOf(model: Model, named: readonly string[]): readonly string[] {
  if (named.includes('anyone')) return ['anyone']
  const isEveryone = named.includes('everyone')
  return isEveryone && model.roles.size > 0 ? [...model.roles.keys()] : isEveryone ? ['everyone'] : named
}

/** Is there a grant that may match this role? One on a condition may. */
export function mayGetVerb(model: Model, entity: string, verb: Verb, reader: string): boolean {
  const roles = model.roles.get(reader)?.includes ?? []
  return (model.entities.get(entity)?.grants ?? []).some(({ who, may, except }) => {
    if (except || !may.includes(verb)) return false
    if (who.kind === 'role') return roles.includes(who.role)
    return who.kind === 'anyone' || (reader !== 'anyone' && (who.kind === 'everyone' || who.kind === 'condition'))
  })
}
