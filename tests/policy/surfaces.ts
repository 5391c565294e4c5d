// Every surface on which records can be read, with what a naive oracle expects of it. Keyed as the router lists them.
import type { HistoryEntry } from '../../server/storage/history-entry.ts'
import type { Oracle } from './oracle.ts'
import { printCondition, readsOf } from './condition.ts'
import type { Pick } from './random-condition.ts'
import { oneOf, randomCondition, WORDS } from './random-condition.ts'
import { historyOf } from './random-history.ts'
import { makeId } from './random-world.ts'
import type { EntitySpec, FieldSpec, Row } from './entities.ts'
import type { World } from './world.ts'
import { entityOf, fieldOf, LEVELS } from './entities.ts'

/** A question and its right answer. */
export interface Question {
  readonly path: string
  readonly status: readonly number[]
  /** Code of the problem, where the status is an error that must have this one. */
  readonly code?: string
  /** Of a 200: what the body comes to, as far as the oracle speaks of it. */
  readonly body?: unknown
  /** Takes from the body what the oracle speaks of. */
  readonly read?: (body: never) => unknown
  /** A list that is read once more, in pages. */
  readonly pages?: true
}

export interface Asking {
  readonly pick: Pick
  readonly world: World
  readonly history: readonly HistoryEntry[]
  readonly oracle: Oracle
  readonly entity: EntitySpec
}

type Surface = (asking: Asking) => Question

const NOTHING_GRANTED = [401, 403]

/** By the parameter of a list that it is about; `page` and `plain` have none of their own. */
export const LIST_SURFACES: { readonly [parameter: string]: Surface } = {
  plain: (asking) => listed(asking, {}, inOrder(asking, asking.oracle.visible(asking.entity.name))),
  count(asking) {
    const rows = asking.oracle.visible(asking.entity.name)
    return {
      ...listed(asking, { count: 'exact', limit: '1' }, rows),
      ...isRefused(asking),
      read: (body: { count: number }) => body.count,
      body: rows.length,
    }
  },
  limit: (asking) => {
    const limit = 1 + asking.pick(4)
    return listed(
      asking,
      { limit: String(limit) },
      inOrder(asking, asking.oracle.visible(asking.entity.name)).slice(0, limit),
    )
  },
  filter(asking) {
    const { pick, world, oracle, entity } = asking
    const names = { this: entity.name, me: 'Person' }
    const roles: string[] = []
    const condition = randomCondition(pick, { entities: world.entities, roles, ofReader: true }, names, 1 + pick(2))
    const isKnown = readsOf(condition, world.entities, names).every(([of, field]) =>
      field === undefined ? oracle.known(of).size > 0 : oracle.known(of).has(field),
    )
    if (!isKnown) return unknownField(asking, { filter: printCondition(condition) })
    const whole = new Map((world.rows[entity.name] ?? []).map((row) => [row.id, row]))
    const rows = oracle
      .visible(entity.name)
      .filter((row) => whole.has(row.id) && oracle.asks(condition, entity.name, row))
    return listed(asking, { filter: printCondition(condition) }, inOrder(asking, rows))
  },
  sort(asking) {
    const { pick, oracle, entity } = asking
    const field = oneOf(
      pick,
      entity.fields.filter(({ kind, name }) => (kind !== 'many' && kind !== 'standard') || name === 'id'),
    )
    const descending = pick(2) === 0
    const sort = `${descending ? '-' : ''}${field.name}`
    if (!oracle.known(entity.name).has(field.name)) return unknownField(asking, { sort })
    return listed(asking, { sort }, sortRows(oracle.visible(entity.name), field, descending))
  },
  after(asking) {
    const question = oneOf(asking.pick, [LIST_SURFACES['sort'], LIST_SURFACES['filter'], LIST_SURFACES['search']])?.(
      asking,
    )
    return { ...(question as Question), pages: true }
  },
  search(asking) {
    const { pick } = asking
    const words = Array.from({ length: 1 + pick(2) }, () => oneOf(pick, WORDS).slice(0, 2 + pick(4)))
    return listed(
      asking,
      { search: words.join(' ') },
      found(asking, words, (typed, word) => word.startsWith(typed)),
    )
  },
  near(asking) {
    const { pick } = asking
    const words = Array.from({ length: 1 + pick(2) }, () => mistyped(pick, oneOf(pick, WORDS)))
    const exact = found(asking, words, (typed, word) => word.startsWith(typed))
    const near = found(asking, words, (typed, word) => word.startsWith(typed) || beginsNear(typed, word))
    return listed(asking, { search: words.join(' '), near: 'yes' }, exact.length > 0 ? exact : near)
  },
  fields(asking) {
    const { pick, oracle, entity } = asking
    const names = [...new Set(Array.from({ length: 1 + pick(3) }, () => oneOf(pick, entity.fields).name))]
    const known = oracle.known(entity.name)
    if (!names.every((name) => known.has(name))) return unknownField(asking, { fields: names.join(',') })
    const only = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).filter(([name]) => name === 'id' || name === '_version' || names.includes(name)),
      ) as unknown as Row
    return listed(asking, { fields: names.join(',') }, inOrder(asking, oracle.visible(entity.name)).map(only))
  },
  expand(asking) {
    const { oracle, entity } = asking
    const path = randomExpansion(asking)
    if (!isExpandable(asking, path)) return unknownField(asking, { expand: path.join('.') })
    const rows = oracle.visible(entity.name).map((row) => expandRow(asking, entity.name, row, path))
    return listed(asking, { expand: path.join('.') }, inOrder(asking, rows))
  },
  trash(asking) {
    const { oracle, world, entity } = asking
    const { name } = entity
    const rows = (world.trash[name] ?? []).flatMap((row) => oracle.read(name, row) ?? [])
    const question = listed(asking, { trash: 'yes' }, inOrder(asking, rows))
    return oracle.mayEver('restore', name) ? question : { path: question.path, status: NOTHING_GRANTED }
  },
  may(asking) {
    const { oracle, entity } = asking
    const rows = oracle.visible(entity.name).map((row) => ({ ...row, _may: mayOf(asking, row) }))
    return {
      ...listed(asking, { may: 'yes' }, inOrder(asking, rows)),
      read: ({ items }: { items: MayItem[] }) => items.map(boil),
    }
  },
}

function found(
  { oracle, entity }: Asking,
  words: readonly string[],
  fits: (typed: string, word: string) => boolean,
): Row[] {
  const columns = entity.fields.filter((field) => field.searchable === true).map(({ name }) => name)
  return oracle
    .visible(entity.name)
    .filter((row) => {
      const text = columns.flatMap((name) => String(row[name] ?? '').split(' '))
      return words.every((typed) => text.some((word) => fits(typed, word)))
    })
    .toReversed()
}

function mistyped(pick: Pick, word: string): string {
  const at = pick(word.length)
  const after = word.slice(at + 1)
  return oneOf(pick, [
    word,
    `${word.slice(0, at)}${after}`,
    `${word.slice(0, at)}x${after}`,
    `${word.slice(0, at)}x${word.slice(at)}`,
  ])
}

/** Is a beginning of the word one letter away from what was typed? Of four letters none is left out. */
function beginsNear(typed: string, word: string): boolean {
  if (typed.length < 4) return false
  return [typed.length - 1, typed.length, typed.length + 1].some((end) => {
    const begun = word.slice(0, end)
    if (begun.length < 4 || Math.abs(begun.length - typed.length) > 1) return false
    const same = [...begun].findIndex((letter, at) => letter !== typed[at])
    const at = same < 0 ? Math.min(begun.length, typed.length) : same
    const [of, to] = [begun.slice(at), typed.slice(at)]
    return (
      of.slice(1) === to.slice(1) ||
      of.slice(1) === to ||
      of === to.slice(1) ||
      of === `${to[1] ?? ''}${to[0] ?? ''}${to.slice(2)}`
    )
  })
}

/** By method and path, as the router lists them. */
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
    return { ...one(asking, `${path}?may=yes`, seen && { ...seen, _may: mayOf(asking, seen) }), read: boil }
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

/** What is shown of the entries: what may be read now, and might have been read before and after each. */
export function historyItems(
  world: World,
  oracle: Oracle,
  history: readonly HistoryEntry[],
  entity: string,
  row: Row,
): readonly object[] {
  const now = oracle.read(entity, row) ?? {}
  return historyOf(history, row).flatMap(({ entry, after, before }) => {
    const { id, changeSet, version, at, event, by, changes } = entry
    const seen = oracle.read(entity, after)
    if (seen === undefined) return []
    const prior = before === undefined ? seen : (oracle.read(entity, before) ?? {})
    const isTold = (field: string): boolean => field in now && field in seen && field in prior
    const who = world.rows['Person']?.find((person) => person.id === by)
    const name = who && oracle.read('Person', who)?.['name']
    const person = by === null ? null : { id: by, ...(typeof name === 'string' ? { name } : {}) }
    return [
      {
        id,
        ...(changeSet === null ? {} : { changeSet }),
        version,
        at,
        event,
        ...(isTold('updated_by') ? { by: person } : {}),
        changes: Object.fromEntries(Object.entries(changes).filter(([field]) => isTold(field))),
      },
    ]
  })
}

function listed(asking: Asking, parameters: { readonly [name: string]: string }, rows: readonly Row[]): Question {
  const { entity, oracle } = asking
  const text = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const path = `/api/${entity.path}${text.length === 0 ? '' : `?${text.join('&')}`}`
  if (oracle.known(entity.name).size === 0) return { path, status: NOTHING_GRANTED }
  return { path, status: [200], body: rows, read: ({ items }: { items: readonly Row[] }) => items }
}

/** Keeps a refusal where nothing is granted. */
function isRefused({ oracle, entity }: Asking): object {
  return oracle.known(entity.name).size === 0 ? { read: undefined, body: undefined } : {}
}

/** As if there were no such field; where nothing of the entity is granted, that is said first. */
function unknownField(asking: Asking, parameters: { readonly [name: string]: string }): Question {
  const { path, status } = listed(asking, parameters, [])
  return status.includes(200) ? { path, status: [400], code: 'unknown_field' } : { path, status }
}

function one({ oracle, entity }: Asking, path: string, row: unknown): Question {
  if (row !== undefined) return { path, status: [200], body: row }
  // Where nothing of the entity is granted to nobody in particular, signing in might help.
  return { path, status: oracle.me === null && oracle.known(entity.name).size === 0 ? [401] : [404] }
}

/** A record, one of the trash, or one that never was. */
function anyRow({ pick, world, entity }: Asking): Row {
  const rows = [...(world.rows[entity.name] ?? []), ...(world.trash[entity.name] ?? [])]
  return rows.length === 0 || pick(20) === 0 ? { id: makeId(0xffff) } : oneOf(pick, rows)
}

function isThere({ world, entity }: Asking, { id }: Row): boolean {
  return (world.rows[entity.name] ?? []).some((row) => row.id === id)
}

/** As a list comes if nothing else is asked: people by name, everything else newest first, as far as one may know when it was made. */
function inOrder({ oracle, entity }: Asking, rows: readonly Row[]): readonly Row[] {
  const name = entity.name === 'Person' ? 'name' : 'created_at'
  const field = entity.fields.find((each) => each.name === name)
  const isKnown = field !== undefined && oracle.known(entity.name).has(name)
  return isKnown ? sortRows(rows, field, name === 'created_at') : rows.toReversed()
}

/** Empty values come last, whichever way. */
function sortRows(rows: readonly Row[], field: FieldSpec, descending: boolean): readonly Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [sortValue(field, a), sortValue(field, b)]
    if (left === right) return sign * (a.id < b.id ? -1 : 1)
    return left === null ? 1 : right === null ? -1 : sign * (left < right ? -1 : 1)
  })
}

function sortValue(field: FieldSpec, row: Row): string | number | boolean | null {
  const value = (row[field.name] ?? null) as string | number | boolean | null
  return field.kind === 'choice' && value !== null ? LEVELS.indexOf(String(value)) : value
}

function randomExpansion({ pick, world, entity }: Asking): readonly string[] {
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

function isExpandable({ oracle, world, entity }: Asking, path: readonly string[]): boolean {
  let at = entity.name
  return path.every((name) => {
    const isKnown = oracle.known(at).has(name)
    at = fieldOf(world.entities, at, name).target ?? ''
    return isKnown
  })
}

/** What may be read of the other record in place of its id; else the id stays. */
function expandRow(asking: Asking, entity: string, row: Row, path: readonly string[]): Row {
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

interface MayItem extends Row {
  readonly _may?: {
    readonly update: { readonly [field: string]: unknown }
    readonly delete: { readonly allowed: unknown }
  }
}

function mayOf({ oracle, entity, world }: Asking, seen: Row): object {
  const row = world.rows[entity.name]?.find(({ id }) => id === seen.id) ?? seen
  // States change by transitions, which are no plain changes.
  const plain = entity.fields.filter(({ name, binds }) => !isStandard(name) && binds === undefined)
  const own = plain.map(({ name }) => name).filter((name) => name in seen)
  return {
    update: Object.fromEntries(own.map((name) => [name, oracle.may('update', entity.name, row, name)])),
    delete: oracle.may('delete', entity.name, row),
  }
}

/** Refusals come with their reasons; here it is about yes or no. */
function boil({ _may, ...row }: MayItem): object {
  if (_may === undefined) return row
  const update = Object.fromEntries(Object.entries(_may.update).map(([field, may]) => [field, may === true]))
  return { ...row, _may: { update, delete: _may.delete.allowed } }
}

function isStandard(name: string): boolean {
  return ['id', '_version', 'created_at', 'created_by', 'updated_at', 'updated_by'].includes(name)
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
