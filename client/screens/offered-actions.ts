// Narrows what a list, a board or a calendar offers to the actions that its screen names.
import { useMemo } from 'react'
import type { Entity, Screen } from '#shared/model/model.ts'

export interface OfferedActions {
  readonly create: boolean
  readonly update: boolean
  readonly delete: boolean
  /** With the transitions that are offered, and no others. */
  readonly entity: Entity
}

/** All that the person may do, unless the screen names actions. Elsewhere, as on the page of a record, nothing is narrowed. */
export function offeredActions({ actions }: Pick<Screen, 'actions'>, entity: Entity): OfferedActions {
  if (actions === undefined) return { create: true, update: true, delete: true, entity }
  const transitions = new Map([...entity.transitions].filter(([name]) => actions.includes(name)))
  return {
    create: actions.includes('create'),
    update: actions.includes('update'),
    delete: actions.includes('delete'),
    entity: { ...entity, transitions },
  }
}

export function useOfferedActions(screen: Screen, entity: Entity): OfferedActions {
  return useMemo(() => offeredActions(screen, entity), [screen, entity])
}
