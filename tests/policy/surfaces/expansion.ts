// Puts related records in the place of their ids, as far as a reader may read them.
import type { Row } from '../entities.ts'
import { entityOf, fieldOf } from '../entities.ts'
import { oneOf } from '../random/random-condition.ts'
import type { Asking } from './question.ts'

export function randomExpansion({ pick, world, entity }: Asking): readonly string[] {
  const path: string[] = []
  let at = entity
  for (let depth = 1 + pick(3); depth > 0; depth--) {
    const relations = at.fields.filter(({ target }) => target !== undefined)
    const field = oneOf(pick, relations)
    path.push(field.name)
    at = entityOf(world.entities, field.target ?? '')
  }
  return path
}

export function isExpandable({ oracle, world, entity }: Asking, path: readonly string[]): boolean {
  let at = entity.name
  return path.every((name) => {
    const isKnown = oracle.known(at).has(name)
    at = fieldOf(world.entities, at, name).target ?? ''
    return isKnown
  })
}

/** Puts what may be read of the other record in place of its id. If nothing may be read, the id stays. */
export function expandRow(asking: Asking, entity: string, row: Row, path: readonly string[]): Row {
  const [name, ...rest] = path
  if (name === undefined || !(name in row)) return row
  const target = fieldOf(asking.world.entities, entity, name).target ?? ''
  const put = (id: unknown): unknown => {
    const found = asking.oracle.visible(target).find((each) => each.id === id)
    return found === undefined ? id : expandRow(asking, target, found, rest)
  }
  const value = row[name]
  return { ...row, [name]: Array.isArray(value) ? value.map(put) : put(value) }
}
