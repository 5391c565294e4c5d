// Finds a transition of an entity by its name; one that does not exist is not found.
import type { Entity, Transition } from '#shared/model/model.ts'
import { notFound } from '../../policy/not-found.ts'
import type { CommandContext } from '../write/command-context.ts'

export function transitionNamed({ running }: CommandContext, entity: Entity, name: string): Transition {
  const transition = entity.transitions.get(name)
  if (transition === undefined) throw notFound(running.model)
  return transition
}
