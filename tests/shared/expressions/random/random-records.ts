// Random records of a model, many fields of them empty, in the JSON form that the evaluator reads.
import { jsonScale } from '#shared/expressions/read-value.ts'
import { makeDecimal } from '#shared/expressions/decimal.ts'
import type { RecordSource, Scope } from '#shared/expressions/scope.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { TestModel } from '../sample-schema.ts'
import type { Pick } from './random-model.ts'

export type Records = { readonly [entity: string]: readonly RecordValue[] }

const VALUES: { readonly [kind: string]: readonly unknown[] } = {
  boolean: [true, false],
  text: [
    'a',
    'A',
    'Ä',
    'ä',
    'ß',
    'SS',
    'Łódź',
    'lodz',
    '😀',
    '😀b',
    '\uFFFD',
    '\uFFFDb',
    'ab',
    "o'x",
    'A b ',
    'x@Example.COM',
    'ΑΣ ΣΑ',
    'İ\u0301ﬁ',
    '\u00A0a\\b$1',
    '-12',
    '2026-02-29',
  ],
  choice: ['low', 'normal', 'high'],
  integer: [0, 1, 2, 3, -1, 1_000, 9_007_199_254_740_991, -9_007_199_254_740_991],
  number: [0, 0.5, 2.25, -1, 0.1, 10_000_000_000, 1e300, -1e308, 2 ** -44],
  date: ['2026-01-31', '2024-02-29', '2026-11-21', '0001-01-01', '0000-02-29', '9999-12-31'],
  time: ['00:00', '09:30', '23:59'],
  timestamp: [
    '2026-03-29T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2025-12-31T23:30:00.500Z',
    '1890-05-05T12:00:00.000Z',
    '2718-07-01T12:00:00.000Z',
    '9999-12-31T23:00:00.000Z',
  ],
  duration: ['PT8H', 'PT0S', 'P1D', 'PT24H', 'P1DT-2H', '-PT90M', 'PT0.001S', 'P100000D', 'P104249991DT8H59M0.991S'],
  object: [{ lat: 52.5, lon: -0.1 }],
  json: [{ a: null }, { a: 'x', b: { c: 1 } }, [1, null], 'text', 3],
}
const DECIMALS = ['0', '0.5', '2', '-3.125', '12.345', '1000000.1', '9007199254740.991', '-9007199254740.99']

export function randomRecords(model: TestModel, pick: Pick): Records {
  const ids: { [entity: string]: string[] } = {}
  for (const entity of Object.keys(model.fields)) {
    const count = entity !== model.here && pick(6) === 0 ? 0 : 1 + pick(5)
    ids[entity] = Array.from({ length: count }, (_, index) => `${entity.toLowerCase()}${index}`)
  }
  const make = (entity: string, id: string): RecordValue => {
    const values = Object.entries(model.fields[entity] ?? {}).map(([field, type]) => [
      field,
      field === 'id' ? id : randomValue(type, ids, pick),
    ])
    return Object.fromEntries(values) as RecordValue
  }
  return Object.fromEntries(Object.entries(ids).map(([entity, all]) => [entity, all.map((id) => make(entity, id))]))
}

function randomValue(type: Type, ids: { readonly [entity: string]: readonly string[] }, pick: Pick): unknown {
  if (pick(6) === 0) return type.kind === 'set' ? [] : null
  switch (type.kind) {
    case 'record':
      return oneOrNone(ids[type.entity] ?? [], pick)
    case 'set':
      return (type.of.kind === 'record' ? (ids[type.of.entity] ?? []) : []).filter(() => pick(2))
    case 'list':
      return ['Agent', 'Manager', 'Customer', 'a', 'ab'].filter(() => pick(3) === 0)
    case 'decimal':
      return Number(oneOrNone(DECIMALS, pick)).toFixed(jsonScale(type))
    default:
      return oneOrNone(VALUES[type.kind] ?? [], pick)
  }
}

function oneOrNone<T>(values: readonly T[], pick: Pick): T | null {
  return values.length === 0 ? null : (values[pick(values.length)] as T)
}

export function sourceOf(records: Records): RecordSource {
  return {
    record: (entity, id) => records[entity]?.find((record) => record.id === id),
    all: (entity) => records[entity] ?? [],
  }
}

export const TIME_ZONES = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'] as const

export function randomScope(model: TestModel, records: Records, pick: Pick): Scope {
  const here = records[model.here] ?? []
  return {
    this: oneOrNone(here, pick),
    old: pick(3) === 0 ? null : oneOrNone(here, pick),
    me: pick(4) === 0 ? null : oneOrNone(records['Person'] ?? [], pick),
    now: '2026-10-24T22:30:00.000Z',
    timeZone: TIME_ZONES[pick(3) === 0 ? pick(TIME_ZONES.length) : 0] as string,
    limits: { most: 3, grace: 604_800_000, vat: makeDecimal(19, 2) },
    input: { note: oneOrNone(['a', 'Ä+', '(b', null], pick), amount: oneOrNone([2, null], pick) },
    records: sourceOf(records),
  }
}
