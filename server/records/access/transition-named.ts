// Finds a transition of an entity by its name; one that does not exist is not found.
import type { Entity, Transition } from '#shared/model/model.ts'
import { refused } from '../../policy/refused.ts'

export function transitionNamed(entity: Entity, name: string): Transition {
  const transition = entity.transitions.get(name)
  if (transition === undefined) throw refused('not_found')
  return transition
}
