// The surfaces on which records can be read, keyed as the router lists them, with what a naive oracle expects.
import type { Row } from '../entities.ts'
import { oneOf } from '../random/random-condition.ts'
import { makeId } from '../random/random-world.ts'
import { expandRow, isExpandable, randomExpansion } from './expansion.ts'
import { historyItems } from './history-items.ts'
import { LIST_SURFACES } from './list-surfaces.ts'
import { mayOf, yesOrNo } from './may.ts'
import type { Asking, Question, Surface } from './question.ts'
import { NOTHING_GRANTED, one } from './question.ts'

/** Surfaces by method and path, as the router lists them. */
export const RECORD_SURFACES: { readonly [surface: string]: Surface } = {
  'GET /:entity'(asking) {
    const surface = oneOf(asking.pick, Object.keys(LIST_SURFACES))
    return LIST_SURFACES[surface]?.(asking) as Question
  },
  'GET /:entity/:id'(asking) {
    const { pick, oracle, entity } = asking
    const row = anyRow(asking)
    const seen = isThere(asking, row) ? oracle.read(entity.name, row) : undefined
    const path = `/api/${entity.path}/${row.id}`
    if (pick(3) > 0) return one(asking, path, seen)
    const expansion = randomExpansion(asking)
    if (pick(2) === 0 && oracle.known(entity.name).size > 0 && isExpandable(asking, expansion)) {
      const expanded = seen && expandRow(asking, entity.name, seen, expansion)
      return one(asking, `${path}?expand=${expansion.join('.')}`, expanded)
    }
    return { ...one(asking, `${path}?may=yes`, seen && { ...seen, _may: mayOf(asking, seen) }), read: yesOrNo }
  },
  'GET /:entity/:key/:value'(asking) {
    const { oracle, entity } = asking
    const row = anyRow(asking)
    const key = entity.fields.find((field) => field.unique === true)?.name
    if (key === undefined) return one(asking, `/api/${entity.path}/code/none`, undefined)
    const value = row[key] ?? 'none'
    const seen = isThere(asking, row) ? oracle.read(entity.name, row) : undefined
    return one(asking, `/api/${entity.path}/${key}/${String(value)}`, seen?.[key] == null ? undefined : seen)
  },
  'GET /:entity/summary'(asking) {
    const { pick, oracle, entity } = asking
    const by = oneOf(
      pick,
      entity.fields.filter(({ kind }) => ['yes/no', 'choice', 'integer', 'text', 'one'].includes(kind)),
    )
    const measured = entity.fields.find(({ name }) => name === 'amount')
    const measure =
      measured === undefined || pick(2) === 0 ? 'count' : 'count,sum(amount),avg(amount),min(amount),max(amount)'
    const path = `/api/${entity.path}/summary?by=${by.name}&measure=${encodeURIComponent(measure)}`
    const known = oracle.known(entity.name)
    if (known.size === 0) return { path, status: NOTHING_GRANTED }
    if (!known.has(by.name) || (measure !== 'count' && !known.has('amount')))
      return { path, status: [400], code: 'unknown_field' }
    const groups = Map.groupBy(oracle.visible(entity.name), (row) => row[by.name] ?? null)
    const body = [...groups].map(([key, rows]) => ({ key, measures: measuresOf(rows, measure) }))
    return {
      path,
      status: [200],
      body: sortGroups(body),
      read: (answer: { groups: readonly Group[] }) => sortGroups(answer.groups),
    }
  },
  'GET /:entity/export'(asking) {
    const { pick, oracle, entity, world } = asking
    const listed = LIST_SURFACES[oneOf(pick, EXPORTED)]?.(asking)
    if (listed === undefined) throw new Error('An export takes what no list takes.')
    const { path, status, code, body } = listed
    const [at = '', query] = path.split('?')
    const question = { path: `${at}/export?format=ndjson${query === undefined ? '' : `&${query}`}`, status }
    if (!oracle.mayEver('export', entity.name) || !oracle.mayEver('read', entity.name))
      return { ...question, status: NOTHING_GRANTED }
    if (body === undefined) return { ...question, ...(code === undefined ? {} : { code }) }
    const whole = new Map((world.rows[entity.name] ?? []).map((row) => [row.id, row]))
    const lines = (body as readonly Row[]).flatMap((seen) => {
      const row = whole.get(seen.id)
      if (row === undefined || !oracle.may('export', entity.name, row)) return []
      const fields = Object.entries(seen).filter(
        ([name]) => name === 'id' || name === '_version' || oracle.may('export', entity.name, row, name),
      )
      return [Object.fromEntries(fields)]
    })
    return { ...question, body: lines, lines: true, read: (found: readonly unknown[]) => found }
  },
  'GET /:entity/:id/history'(asking) {
    const { oracle, entity, world, history } = asking
    const row = anyRow(asking)
    const path = `/api/${entity.path}/${row.id}/history`
    const seen = isThere(asking, row) ? oracle.read(entity.name, row) : undefined
    if (seen === undefined) return { path, status: oracle.me === null ? [401, 404] : [404] }
    if (!oracle.may('see history', entity.name, row)) return { path, status: NOTHING_GRANTED }
    const items = historyItems(world, oracle, history, entity.name, row)
    return { path, status: [200], body: { items, next: null } }
  },
}

/** Parameters that an export takes as a list does. */
const EXPORTED = ['plain', 'filter', 'sort', 'search']

/** A record, one of the trash, or one that never was. */
function anyRow({ pick, world, entity }: Asking): Row {
  const rows = [...(world.rows[entity.name] ?? []), ...(world.trash[entity.name] ?? [])]
  return rows.length === 0 || pick(20) === 0 ? { id: makeId(0xffff) } : oneOf(pick, rows)
}

function isThere({ world, entity }: Asking, { id }: Row): boolean {
  return (world.rows[entity.name] ?? []).some((row) => row.id === id)
}

interface Group {
  readonly key: unknown
  readonly measures: object
}

function measuresOf(rows: readonly Row[], measure: string): object {
  if (measure === 'count') return { count: rows.length }
  const values = rows.map((row) => (row['amount'] ?? null) as number | null).filter((value) => value !== null)
  const sum = values.reduce((total, value) => total + value, 0)
  return {
    count: rows.length,
    'sum(amount)': sum,
    'avg(amount)': values.length === 0 ? null : sum / values.length,
    'min(amount)': values.length === 0 ? null : Math.min(...values),
    'max(amount)': values.length === 0 ? null : Math.max(...values),
  }
}

function sortGroups(groups: readonly Group[]): readonly Group[] {
  return groups.toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1))
}
