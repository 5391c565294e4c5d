// The tested promise: one expression, one answer, in memory, in memory with facts from SQL, in SQLite and in PostgreSQL.
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { readExpression } from '#shared/expressions/checker.ts'
import { evaluate } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { TEXT } from '#shared/expressions/type-rules.ts'
import { fragment } from '#shared/text/fragment.ts'
import { startPostgres } from '../../postgres/postgres.ts'
import { record, scopeOf } from './expression-helper.ts'
import { PostgresRecords } from './random/postgres-records.ts'
import { randomExpression } from './random/random-expression.ts'
import type { Pick } from './random/random-model.ts'
import { randomModel } from './random/random-model.ts'
import { LANGUAGES, withShownHoles } from './random/random-templates.ts'
import { randomRecords, randomScope } from './random/random-records.ts'
import { SqliteRecords } from './random/sqlite-records.ts'
import { World } from './random/world.ts'
import type { TestModel } from './sample-schema.ts'
import { sampleModel, schemaOf } from './sample-schema.ts'

const CASES = Number(process.env['EXPRESSION_CASES'] ?? 900)
const EXPRESSIONS_PER_MODEL = 30
/** Milliseconds; a machine that does other things as well takes its time. */
const LONGEST = CASES * 100

const server = await startPostgres()
const postgres = 'reason' in server ? undefined : new PostgresRecords(server.client)
await postgres?.install()
const sqlite = new SqliteRecords()
const world = new World(sqlite, postgres)

afterAll(async () => {
  sqlite.close()
  if (!('reason' in server)) await server.stop()
})

if ('reason' in server) {
  const isNeeded = process.env['CI'] === 'true' && process.platform === 'linux' && process.arch === 'x64'
  const report = isNeeded ? test : test.skip
  report(`PostgreSQL takes part (${server.reason})`, () => expect.fail(server.reason))
}

test(
  `an expression means the same in memory, with facts, in SQLite${postgres ? ' and in PostgreSQL' : ''}`,
  async () => {
    const kinds = new Map<string, number>()
    const worlds = fc.gen().map((generate) => {
      const pick: Pick = (count) => generate(fc.nat, { max: count - 1 })
      const model = randomModel(pick)
      const records = randomRecords(model, pick)
      const cases = Array.from({ length: EXPRESSIONS_PER_MODEL }, () => ({
        text: affordable(() => randomExpression(model, pick), model),
        scope: randomScope(model, records, pick),
        language: LANGUAGES[pick(LANGUAGES.length)],
      }))
      return { model, records, cases, [fc.toStringMethod]: () => 'see the cause' }
    })
    const property = fc.asyncProperty(worlds, async ({ model, records, cases }) => {
      const written = cases.map(({ text, scope, language }) => ({
        node: withShownHoles(read(text, model), language),
        scope,
      }))
      const checked = [...written, ...written.map(({ node, scope }) => ({ node: asJson(node), scope }))]
      for (const { node, scope } of written) {
        const value = evaluate(node, scope)
        const kind = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      }
      await world.load(model, records)
      const difference = await world.findDifference(checked)
      if (difference) throw new Error(await world.explain(difference, records))
    })
    const numRuns = Math.ceil(CASES / EXPRESSIONS_PER_MODEL)
    await fc.assert(property, { numRuns, endOnFailure: true, unbiased: true })
    expect(world.keptOut.size).toBeLessThan(CASES / 200)
    // The cases are not all about nothing.
    for (const kind of ['null', 'boolean', 'string', 'number', 'list', 'object'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(CASES / 1_000)
  },
  LONGEST,
)

/** Converts a value to JSON, as an own call answers with it. */
function asJson(value: Node): Node {
  return { kind: 'json', value, type: TEXT, span: value.span }
}

test('the engines take what the checker lets pass, however deep', { tags: 'reference/expressions' }, async () => {
  const exists = Array.from({ length: 5 }, (_, index) => index).reduce(
    (inner, index) => `Item.exists(v${index}, v${index}.done == false and ${inner})`,
    'true',
  )
  const texts = [
    `this${'.parent'.repeat(11)}.name == null`,
    exists,
    `Item${'.filter(x, x.done == false)'.repeat(11)}.count()`,
    `Item${'.sort(x, x.count).first(3)'.repeat(11)}.first()`,
    Array.from({ length: 145 }, () => 'name').join(' + '),
    Array.from({ length: 145 }, () => 'name == "a"').join(' or '),
    `${'name == "a" ? 1 : '.repeat(70)}2`,
    Array.from({ length: 60 }).reduce<string>((inner) => `(${inner} in [done, true])`, 'done'),
  ]
  const records = { Item: [record('Item', 'item0', { name: 'b', done: false, count: 1 })], Person: [], Tag: [] }
  await world.load(sampleModel, records)
  const scope = scopeOf({ this: records.Item[0], records })
  for (const text of texts) expect(await world.findDifference([{ node: read(text), scope }]), text).toBe(undefined)
})

test('durations of any size are compared by their length', { tags: 'reference/expressions' }, async () => {
  const records = { Item: [record('Item', 'item0', { name: 'b', count: 1 })], Person: [], Tag: [] }
  await world.load(sampleModel, records)
  const scope = scopeOf({ this: records.Item[0], records })
  const sizes = ['-9007199254740.99', '-1', '0.5', '1', '9007199254740.99'].map((days) => `days(count * ${days})`)
  const sides = [...sizes, 'duration("PT8H")']
  const texts = sides.flatMap((a) => sides.flatMap((b) => ['<', '<=', '>', '>='].map((sign) => `${a} ${sign} ${b}`)))
  for (const text of texts) expect(await world.findDifference([{ node: read(text), scope }]), text).toBe(undefined)
  expect(evaluate(read(`${sizes[0]} > duration("PT8H")`), scope)).toBe(false)
})

test('a text with holes is the same in every engine', { tags: 'reference/texts-with-holes' }, async () => {
  const texts = [
    '"{name}: {count} {{x}}"',
    '"{parent.name}/{name}"',
    '"{done}"',
    '"{Item.min(i, i.level)}"',
    `"{name.replace('[{]', '(')} {size(name)}" + " {parent.count}"`,
    `Item.map(i, "{i.name} {i.count}").join("; ")`,
    `"{Item.filter(i, i.done).map(i, '<{i.name}>').join(', ')}"`,
    '"{parent.name}" == null',
    'name == "{count}" or name.matches("^.{1}$") or name.contains("{")',
    r`"\{count\} {count}"`,
    '"{price} {seen} {seen + days(count)} {days(count)} {count / 3}"',
  ]
  const [first, second] = [
    record('Item', 'item0', { name: 'b{', done: false, count: 1, level: 'low' }),
    record('Item', 'item1', { name: null, done: true, count: null, parent: 'item0' }),
  ]
  const records = { Item: [first, second], Person: [], Tag: [] }
  await world.load(sampleModel, records)
  for (const each of records.Item) {
    const scope = scopeOf({ this: each, records })
    for (const text of texts)
      expect(await world.findDifference([{ node: withShownHoles(read(text)), scope }]), text).toBe(undefined)
  }
  const values = texts.map((text) => evaluate(withShownHoles(read(text)), scopeOf({ this: second, records })))
  expect(values.slice(0, 5)).toEqual([':  {x}', 'b{/', 'yes', 'low', '  1'])
})

const r = String.raw

test('a printed expression reads as the same tree', () => {
  const written = fc
    .gen()
    .map((generate) => (): string => randomExpression(sampleModel, (count) => generate(fc.nat, { max: count - 1 })))
    .map((write) => affordable(() => withoutHoles(write), sampleModel))
  const property = fc.property(written, (text) => {
    const once = printExpression(read(text))
    expect(printExpression(read(once))).toBe(once)
  })
  fc.assert(property, { numRuns: Math.min(CASES, 500), endOnFailure: true, unbiased: true })
})

/** The first text that has no holes: those are printed as what they show. */
function withoutHoles(write: () => string): string {
  for (;;) {
    const text = write()
    if (!text.includes('{')) return text
  }
}

/** The first text that does not look through more sets inside of sets than may be. */
function affordable(write: () => string, model: TestModel): string {
  for (;;) {
    const text = write()
    if (!check(text, model).diagnostics.some(({ code }) => code === 'expressions/too-costly')) return text
  }
}

function check(text: string, model: TestModel): ReturnType<typeof readExpression> {
  return readExpression(fragment(text), schemaOf(model), {
    record: model.here,
    old: true,
    input: { note: { kind: 'text' }, amount: { kind: 'integer' } },
  })
}

function read(text: string, model: TestModel = sampleModel): Node {
  const { expression, diagnostics } = check(text, model)
  if (expression) return expression.tree
  const complaints = diagnostics.map(({ message, span, hint }) => `${span.start}: ${message} ${hint ?? ''}`)
  throw new Error([text, ...complaints].join('\n'))
}
