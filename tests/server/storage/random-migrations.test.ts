import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, asyncProperty, boolean, constantFrom, nat, option, record as recordOf } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import type { Model } from '#shared/model/model.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite-storage.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { entity, field, model, oneOf, text } from './models.ts'

const NOW = '2026-11-21T05:00:00.000Z'
const IDS = ['r-1', 'r-2', 'r-3']

interface Kind {
  readonly type: FieldType
  readonly values: readonly unknown[]
}

const kinds: { readonly [name: string]: Kind } = {
  text: { type: text, values: ['x', 'y', '12', null] },
  'x or y': { type: oneOf('x', 'y'), values: ['x', 'y', null] },
  'only x': { type: oneOf('x'), values: ['x', null] },
  integer: { type: { kind: 'integer' }, values: [1, -20, null] },
  number: { type: { kind: 'number' }, values: [1.5, 2, null] },
  cents: { type: { kind: 'decimal', scale: 2 }, values: ['1.25', '-3.00', null] },
  units: { type: { kind: 'decimal', scale: 0 }, values: ['7', null] },
  yes: { type: { kind: 'yes/no' }, values: [true, false, null] },
  list: { type: { kind: 'list of text' }, values: [['a'], null] },
  day: { type: { kind: 'date' }, values: ['2026-11-21', null] },
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
    ['a', 'b', 'c', 'd'].map((name) => [
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
            required: one.required,
            indexed: one.indexed,
            searchable: one.searchable && kind.type.kind === 'text',
          }),
        ]
      : []
  })
  return model(entity('Thing', present))
}

test('any document after any other: the data moves unchanged, or is refused and stays as it was', async () => {
  await assert(
    asyncProperty(draft, draft, array(nat(), { minLength: 12, maxLength: 12 }), async (first, second, picks) => {
      const directory = mkdtempSync(join(tmpdir(), 'verbatim-random-'))
      try {
        const storage = await openSqliteStorage({ directory, model: modelOf(first), revision: 'r1', now: () => NOW })
        await fillIn(storage, first, picks)
        const before = await readAll(storage)
        const result = await storage.migrate(modelOf(second), 'r2')
        const after = await readAll(storage)
        if (result.applied)
          for (const [index, record] of after.entries()) expectSameData(first, second, before[index], record)
        else expect(after).toEqual(before)
        await storage.close()
        // What was agreed is what a restart finds, and going back and forth changes nothing more.
        const again = await openSqliteStorage({
          directory,
          model: modelOf(result.applied ? second : first),
          revision: 'r3',
          now: () => NOW,
        })
        expect(await readAll(again)).toEqual(after)
        await again.close()
      } finally {
        rmSync(directory, { recursive: true })
      }
    }),
    { numRuns: Number(process.env['MIGRATIONS'] ?? 30) },
  )
}, 120_000)

async function fillIn(storage: Storage, fields: Draft, picks: readonly number[]): Promise<void> {
  for (const [row, id] of IDS.entries()) {
    const record: { [name: string]: unknown } = { id, version: 1, created_at: NOW, updated_at: NOW }
    for (const [column, [name, one]] of Object.entries(fields).entries()) {
      const values = (one && kinds[one.kind]?.values.filter((value) => value !== null || !one.required)) ?? []
      record[name] = values[(picks[row * 4 + column] ?? 0) % values.length] ?? null
      if (!one) delete record[name]
    }
    await storage.write((transaction) => transaction.insert('Thing', { ...record, id }))
  }
}

async function readAll(storage: Storage): Promise<readonly (RecordValue | undefined)[]> {
  return Promise.all(IDS.map((id) => storage.reader.record('Thing', id)))
}

function expectSameData(
  first: Draft,
  second: Draft,
  before: RecordValue | undefined,
  after: RecordValue | undefined,
): void {
  for (const name of ['a', 'b', 'c', 'd']) {
    const [was, is] = [first[name] ? before?.[name] : null, second[name] ? after?.[name] : null]
    // A number may have got another form, "1.25" for 1.25; nothing else may.
    const isNumber = typeof was === 'number' || typeof is === 'number' || /^-?[\d.]+$/.test(String(was))
    if (isNumber && was !== null && is !== null) expect(Number(is)).toBe(Number(was))
    else expect(is).toEqual(was)
  }
}
