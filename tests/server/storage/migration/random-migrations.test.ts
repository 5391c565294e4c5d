import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, asyncProperty, boolean, constantFrom, nat, option, record as recordOf } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import type { Model } from '#shared/model/model.ts'
import type { Storage } from '../../../../server/storage/storage.ts'
import { openData, removeData } from '../../../postgres/open-data.ts'
import { entity, field, model, oneOf, text } from '../models.ts'
import type { FieldOptions } from '../models.ts'

const NOW = '2026-11-21T05:00:00.000Z'
const IDS = ['r-1', 'r-2', 'r-3']
const NAMES = ['a', 'b', 'c', 'd']

interface Kind {
  readonly type: FieldType
  readonly limits?: FieldOptions
  readonly values: readonly unknown[]
  /** Converts a value to this kind, worked out apart from the product. Undefined means that the value has no place. */
  readonly take: (value: unknown) => unknown
}

const words =
  (...known: readonly string[]) =>
  (value: unknown) =>
    known.includes(String(value)) && !Array.isArray(value) ? value : undefined
const numeric = (value: unknown): number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) ? Number(value) : undefined
const whole = (value: unknown) => (Number.isInteger(numeric(value)) ? numeric(value) : undefined)
const fixed = (places: number) => (value: unknown) => {
  const number = numeric(value)
  return number !== undefined && Number(number.toFixed(places)) === number ? number.toFixed(places) : undefined
}
const plain = (value: unknown) => (typeof value === 'boolean' || Array.isArray(value) ? undefined : String(value))
const within = (take: (value: unknown) => unknown, fits: (taken: unknown) => boolean) => (value: unknown) => {
  const taken = take(value)
  return taken !== undefined && fits(taken) ? taken : undefined
}
const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(String(value))

const kinds: { readonly [name: string]: Kind } = {
  text: { type: text, values: ['x', 'y', '12', '2026-11-21', null], take: plain },
  letter: {
    type: text,
    limits: { max: 1 },
    values: ['x', '1', null],
    take: within(plain, (taken) => String(taken).length <= 1),
  },
  'x or y': { type: oneOf('x', 'y'), values: ['x', 'y', null], take: words('x', 'y') },
  'only x': { type: oneOf('x'), values: ['x', null], take: words('x') },
  integer: { type: { kind: 'integer' }, values: [1, -20, null], take: whole },
  '1 to 5': {
    type: { kind: 'integer' },
    limits: { min: 1, max: 5 },
    values: [1, 5, null],
    take: within(whole, (taken) => Number(taken) >= 1 && Number(taken) <= 5),
  },
  number: { type: { kind: 'number' }, values: [1.5, 2, null], take: numeric },
  cents: { type: { kind: 'decimal', scale: 2 }, values: ['1.25', '-3.00', null], take: fixed(2) },
  units: { type: { kind: 'decimal', scale: 0 }, values: ['7', null], take: fixed(0) },
  yes: {
    type: { kind: 'yes/no' },
    values: [true, false, null],
    take: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  list: {
    type: { kind: 'list of text' },
    values: [['a'], ['a', 'b'], null],
    take: (value) => (Array.isArray(value) ? value : typeof value === 'string' ? [value] : undefined),
  },
  'list of one': {
    type: { kind: 'list of text' },
    limits: { atMost: 1 },
    values: [['a'], null],
    take: (value) =>
      Array.isArray(value) ? (value.length <= 1 ? value : undefined) : typeof value === 'string' ? [value] : undefined,
  },
  day: { type: { kind: 'date' }, values: ['2026-11-21', null], take: within(plain, isDay) },
}

interface Draft {
  readonly [name: string]: {
    readonly kind: string
    readonly required: boolean
    readonly indexed: boolean
    readonly searchable: boolean
  } | null
}

const draft: Arbitrary<Draft> = recordOf(
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      option(
        recordOf({
          kind: constantFrom(...Object.keys(kinds)),
          required: boolean(),
          indexed: boolean(),
          searchable: boolean(),
        }),
      ),
    ]),
  ),
)

function modelOf(fields: Draft): Model {
  const present = Object.entries(fields).flatMap(([name, one]) => {
    const kind = one && kinds[one.kind]
    return one && kind
      ? [
          field(name, kind.type, {
            ...kind.limits,
            required: one.required,
            indexed: one.indexed,
            searchable: one.searchable && kind.type.kind === 'text',
          }),
        ]
      : []
  })
  return model(entity('Thing', present))
}

test('any document after any other: the data moves as it says the same, or is refused and stays as it was', async () => {
  await assert(
    asyncProperty(draft, draft, array(nat(), { minLength: 12, maxLength: 12 }), async (first, second, picks) => {
      const directory = mkdtempSync(join(tmpdir(), 'verbatim-random-'))
      try {
        const storage = await openData({ directory, model: modelOf(first), revision: 'r1', now: () => NOW })
        await fillIn(storage, first, picks)
        const before = await readAll(storage)
        const result = await storage.migrate(modelOf(second), 'r2')
        const after = await readAll(storage)
        const expected = before.map((record) => moved(first, second, record))
        expect(result.applied).toBe(expected.every((record) => record !== undefined))
        if (result.applied) expect(after.map(valuesIn)).toEqual(expected)
        else expect(after).toEqual(before)
        await storage.close()
        // What was agreed is what a restart finds, and going back and forth changes nothing more.
        const again = await openData({
          directory,
          model: modelOf(result.applied ? second : first),
          revision: 'r3',
          now: () => NOW,
        })
        expect(await readAll(again)).toEqual(after)
        await again.close()
      } finally {
        await removeData(directory)
      }
    }),
    { numRuns: Number(process.env['MIGRATIONS'] ?? 30) },
  )
})

async function fillIn(storage: Storage, fields: Draft, picks: readonly number[]): Promise<void> {
  for (const [row, id] of IDS.entries()) {
    const record: { [name: string]: unknown } = { id, _version: 1, created_at: NOW, updated_at: NOW }
    for (const [column, [name, one]] of Object.entries(fields).entries()) {
      const values = (one && kinds[one.kind]?.values.filter((value) => value !== null || !one.required)) ?? []
      record[name] = values[(picks[row * 4 + column] ?? 0) % values.length] ?? null
      if (!one) delete record[name]
    }
    await storage.write((transaction) => transaction.insert('Thing', { ...record, id }))
  }
}

async function readAll(storage: Storage): Promise<readonly (RecordValue | undefined)[]> {
  return Promise.all(IDS.map((id) => storage.database.record('Thing', id)))
}

/** The record as the second document has it; undefined where a value of it would be lost or is missing. */
function moved(first: Draft, second: Draft, record: RecordValue | undefined): Values | undefined {
  const values: { [name: string]: unknown } = {}
  for (const name of NAMES) {
    const value = first[name] ? valueIn(record, name) : null
    const [was, is] = [first[name], second[name]]
    const kind = is && kinds[is.kind]
    if (!kind) {
      if (value !== null) return undefined
      continue
    }
    const isSame = was?.kind === is.kind
    const taken = value === null || isSame ? value : kind.take(value)
    if (taken === undefined || (taken === null && is.required)) return undefined
    values[name] = taken
  }
  return values
}

interface Values {
  readonly [name: string]: unknown
}

function valuesIn(record: RecordValue | undefined): Values {
  return Object.fromEntries(
    NAMES.filter((name) => record && name in record).map((name) => [name, valueIn(record, name)]),
  )
}

/** An empty list is nothing. */
function valueIn(record: RecordValue | undefined, name: string): unknown {
  const value = record?.[name] ?? null
  return Array.isArray(value) && value.length === 0 ? null : value
}
