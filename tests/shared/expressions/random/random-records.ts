// Random records of the sample schema, many fields of them empty, in the JSON form that the evaluator reads.
import type { RecordSource, Scope } from '#shared/expressions/scope.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Pick } from './random-expression.ts'
import { FIELDS } from './sample-schema.ts'

export type Records = { readonly [entity: string]: readonly RecordValue[] }

const VALUES: { readonly [kind: string]: readonly unknown[] } = {
  boolean: [true, false],
  text: ['a', 'Ä', 'ß', '😀', '😀b', '\uFFFD', '\uFFFDb', 'ab', "o'x", 'A b ', 'x@Example.COM'],
  choice: ['low', 'normal', 'high'],
  integer: [0, 1, 2, 3, -1, 9_007_199_254_740_991, -9_007_199_254_740_991],
  number: [0, 0.5, 2.25, -1, 10_000_000_000, 1e300],
  date: ['2026-01-31', '2024-02-29', '2026-11-21', '0001-01-01', '9999-12-31'],
  time: ['00:00', '09:30', '23:59'],
  timestamp: [
    '2026-03-29T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2025-12-31T23:30:00.500Z',
    '9999-12-31T23:00:00.000Z',
  ],
  duration: ['PT8H', 'PT0S', 'P1D', '-PT90M', 'P100000D'],
}
const DECIMALS = ['0', '0.5', '2', '-3.125', '12.345', '1000000.1']

export function randomRecords(pick: Pick): Records {
  const ids: { [entity: string]: string[] } = {}
  for (const [entity, most] of [
    ['Item', 6],
    ['Person', 5],
    ['Tag', 4],
  ] as const) {
    ids[entity] = Array.from(
      { length: (entity === 'Item' ? 1 : 0) + pick(most) },
      (_, index) => `${entity.toLowerCase()}${index}`,
    )
  }
  const make = (entity: string, id: string): RecordValue => {
    const values = Object.entries(FIELDS[entity] ?? {}).map(([field, type]) => [
      field,
      field === 'id' ? id : randomValue(type, ids, pick),
    ])
    return Object.fromEntries(values) as RecordValue
  }
  return Object.fromEntries(Object.entries(ids).map(([entity, all]) => [entity, all.map((id) => make(entity, id))]))
}

function randomValue(type: Type, ids: { readonly [entity: string]: readonly string[] }, pick: Pick): unknown {
  if (pick(4) === 0) return type.kind === 'set' ? [] : null
  switch (type.kind) {
    case 'record':
      return oneOf(ids[type.entity] ?? [], pick)
    case 'set':
      return (type.of.kind === 'record' ? (ids[type.of.entity] ?? []) : []).filter(() => pick(2))
    case 'list':
      return ['Agent', 'Manager', 'Customer', 'a', 'ab'].filter(() => pick(3) === 0)
    case 'decimal': {
      const value = oneOf(DECIMALS, pick)
      return Number(value).toFixed(type.scale)
    }
    default:
      return oneOf(VALUES[type.kind] ?? [], pick)
  }
}

function oneOf<T>(values: readonly T[], pick: Pick): T | null {
  return values.length === 0 ? null : (values[pick(values.length)] as T)
}

export function sourceOf(records: Records): RecordSource {
  return {
    record: (entity, id) => records[entity]?.find((record) => record.id === id),
    all: (entity) => records[entity] ?? [],
  }
}

export function randomScope(records: Records, pick: Pick): Scope {
  const items = records['Item'] ?? []
  const people = records['Person'] ?? []
  return {
    this: oneOf(items, pick),
    old: pick(3) === 0 ? null : oneOf(items, pick),
    me: pick(4) === 0 ? null : oneOf(people, pick),
    now: '2026-10-24T22:30:00.000Z',
    timeZone: 'Europe/Berlin',
    limits: { most: 3, grace: 604_800_000, vat: { units: 19n, scale: 2 } },
    records: sourceOf(records),
  }
}
