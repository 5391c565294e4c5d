// Which questions a reader could time: those for which records are looked at that are not for him to know.
//
// The document decides which rows are his, and he decides what is asked of them: by a filter, an order, a place to go on from.
// An index along his condition leads past hidden rows, and a set in it looks through them. Not so where the rule itself leads to
// his rows: by `requester == me` the index gives his own and no others, whatever he asks of them.
import { someNode } from '#shared/expressions/walk.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isLocal } from '#shared/expressions/facts.ts'
import type { Sort } from '#shared/model/model.ts'
import type { Compiled, Planning } from './planning.ts'
import { eyesOf } from './record-sql.ts'
import { walkToMe } from './related-rows.ts'
import type { Walk } from './related-rows.ts'
import { placeOf } from './rights.ts'
import type { ReadRights, ReadShape } from '../storage.ts'

/** `unlessBy`: not where the engine finds the rows by one of these columns, as the rule does. */
export type Tells = false | true | { readonly unlessBy: ReadonlySet<string> }

type Question = Pick<ReadShape, 'rights' | 'others' | 'filter'> & { readonly sort?: readonly Sort[] }

/** `asks`: the reader chose something beside filter and order, the row after which to go on or what is counted. */
export function tellsOf(planning: Planning, question: Question, asks: boolean): Tells {
  const { rights, filter, sort = [] } = question
  if (filter && reachesHidden(question, filter)) return true
  const asksAnything = asks || filter !== undefined || !isUsual(planning, rights, sort)
  if (typeof rights.rows === 'boolean' || !asksAnything) return false
  const keys = keysOf(rights.rows)
  const isKey = (field: string) => keys?.includes(field) === true
  const asksKey = filter && someNode(filter, (node) => node.kind === 'field' && isKey(node.field))
  if (keys === undefined || asksKey || sort.some(({ field }) => isKey(field))) return true
  const columns = keys.map((field) => placeOf(planning, rights.entity, field)?.name)
  return { unlessBy: new Set(columns.filter((column) => column !== undefined)) }
}

/** Unless the engine finds the row (by its name) as the rule says wherever it looks for it, by its own plan for the statement. */
export function isTold({ connection }: Planning, tells: Tells, statement: Compiled, row: string): boolean {
  if (typeof tells === 'boolean') return tells
  const found = connection
    .explain(statement.sql)
    .filter((step) => new RegExp(`^(SCAN|SEARCH) ${row}\\b(?! USING INTEGER PRIMARY KEY \\(rowid=)`).test(step))
  const by = found.map(
    (step) => new RegExp(`^SEARCH ${row} USING (?:COVERING )?INDEX \\S+ \\((\\w+)=\\?`).exec(step)?.[1],
  )
  return by.length === 0 || !by.every((column) => column !== undefined && tells.unlessBy.has(column))
}

/** The document's own order is not the reader's choice. */
function isUsual(planning: Planning, rights: ReadRights, sort: readonly Sort[]): boolean {
  const order = planning.model.entities.get(rights.entity)?.order ?? []
  const usual = order.filter(({ field }) => rights.fields.some((one) => one.field === field))
  return (
    sort.length === 0 ||
    (sort.length === usual.length &&
      sort.every(({ field, descending }, at) => usual[at]?.field === field && usual[at].descending === descending))
  )
}

/** Does the filter walk to, or look through, records of which some are hidden? */
function reachesHidden(question: Question, filter: Node): boolean {
  const eyes = eyesOf(question)
  const isNarrow = (entity: string) => typeof eyes(entity)?.rows === 'object'
  return someNode(filter, (node) => {
    if (node.kind === 'field') return node.record.kind !== 'this' && isNarrow(node.entity)
    if (node.kind === 'is') return !isLocal(node) && isNarrow('Person')
    return (node.kind === 'reverse' || node.kind === 'line' || node.kind === 'records') && isNarrow(node.entity)
  })
}

/** Fields by one value of which the rule finds all its rows and no others: `requester == me or assignee == me`. */
function keysOf(rule: Node): readonly string[] | undefined {
  if (rule.kind !== 'binary') return undefined
  if (rule.operator === 'or') {
    const [left, right] = [keysOf(rule.left), keysOf(rule.right)]
    return left && right && [...left, ...right]
  }
  const first = firstStep(walkToMe(rule))
  return first === undefined ? undefined : [first]
}

/** `ticket` of `ticket.requester`. */
function firstStep(walk: Walk | undefined): string | undefined {
  if (walk?.record.kind === 'field') return firstStep(walk.record)
  return walk?.record.kind === 'this' ? walk.field : undefined
}
