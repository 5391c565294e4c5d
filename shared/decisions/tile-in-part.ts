// Decides whether a tile counts only some records, since its reader may read what it needs of these only.
import type { Node } from '../expressions/node.ts'
import { keyOfNode } from '../expressions/facts.ts'
import { readsOf } from '../expressions/reads.ts'
import { assignmentsWhere } from '../expressions/satisfiability.ts'
import type { Model, Tile } from '../model/model.ts'
import type { Policy } from './policy.ts'

/** Fields that a tile needs of a record, and the condition on the records that it counts. */
interface Reader {
  readonly model: Model
  readonly policy: Pick<Policy, 'entity'>
  readonly entity: string
  readonly where: Node | undefined
}

export function countsInPart(model: Model, policy: Pick<Policy, 'entity'>, shows: Tile['shows']): boolean {
  if (shows.kind !== 'measure' && shows.kind !== 'table') return false
  const { entity, where, over } = shows
  const reader = { model, policy, entity, where: where?.tree }
  // Cells of a table say for themselves what is withheld.
  const measured = shows.kind === 'measure' ? [shows.field, shows.by?.field, shows.within?.field] : []
  const conditions = [where, shows.kind === 'measure' ? shows.among : undefined]
  return (
    [...measured, over].some((path) => path !== undefined && isPathInPart(reader, entity, path)) ||
    conditions.some((each) => each !== undefined && asksInPart(reader, each.asked ?? each.tree))
  )
}

/** Does a step of the path, such as `requester.team`, depend on the record? */
function isPathInPart(reader: Reader, entity: string, path: string): boolean {
  const [first = '', ...rest] = path.split('.')
  if (isInPart(reader, entity, first)) return true
  const type = reader.model.entities.get(entity)?.fields.get(first)?.type
  return type?.kind === 'relation' && rest.length > 0 && isPathInPart(reader, type.entity, rest.join('.'))
}

/** Does a condition on records of the entity ask what depends on the record? */
function asksInPart(reader: Reader, condition: Node): boolean {
  const { own, others } = readsOf(condition)
  return (
    own.some((field) => isInPart(reader, reader.entity, field)) ||
    others.some((each) => each.field !== undefined && isInPart(reader, each.entity, each.field))
  )
}

function sidesOf(node: Node, operator: 'and' | 'or'): readonly Node[] {
  return node.kind === 'binary' && node.operator === operator
    ? [node.left, node.right].flatMap((side) => sidesOf(side, operator))
    : [node]
}

/** Is the field withheld in some of the records that may be read? Of those that the tile counts, only where its own condition can be met as well. */
function isInPart({ model, policy, entity, where }: Reader, of: string, field: string): boolean {
  const { rows, fields } = policy.entity(of).read
  const counts = [rows, of === entity ? where : undefined].filter((each) => typeof each === 'object')
  return fields.some(({ field: name, when }) => {
    if (name !== field || when === true) return false
    // What a record is counted for opens the field in all that are.
    const asked = counts.flatMap((each) => sidesOf(each, 'and')).map(keyOfNode)
    if (sidesOf(when, 'or').some((each) => asked.includes(keyOfNode(each)))) return false
    const knowledge = {
      limit: () => undefined,
      isFilled: (each: string, known: string) => {
        const found = model.entities.get(each)?.fields.get(known)
        return found?.required === true || found?.workflow === true
      },
    }
    let counted: ReturnType<typeof assignmentsWhere> = [new Map()]
    for (const each of counts) counted = counted && assignmentsWhere(each, 'true', counted, knowledge)
    const withheld = counted && assignmentsWhere(when, 'not true', counted, knowledge)
    return withheld?.length !== 0
  })
}
