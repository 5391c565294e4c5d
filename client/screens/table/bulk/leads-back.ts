// Tells whether a transition can be undone: another one leads back, and asks nothing that is needed.
import type { Entity, Transition } from '#shared/model/model.ts'

export function leadsBack(entity: Entity, done: Transition): boolean {
  const sources = done.rows.map(({ from }) => from)
  const targets = done.rows.flatMap(({ to }) => (to === 'stay' ? [] : to))
  const isSource = (state: string): boolean =>
    sources.some((from) => from === 'any' || (typeof from !== 'string' && from.includes(state)))
  return [...entity.transitions.values()].some(
    ({ field, rows }) =>
      field === done.field &&
      rows.some(
        ({ from, to, who, asks }) =>
          who.length > 0 &&
          (from === 'any' || (typeof from !== 'string' && from.some((state) => targets.includes(state)))) &&
          to !== 'stay' &&
          to.some(isSource) &&
          asks.every(({ required }) => !required),
      ),
  )
}
