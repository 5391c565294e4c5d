// Makes random documents with fields of every type, computed fields, row rules and a call of their own, and records for them.
import { compile } from '#shared/compile.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Model } from '#shared/model/model.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'
import type { Row } from '../policy/entities.ts'
import { makeId, MOMENT } from '../policy/random/random-world.ts'
import { documentOf } from '../helpers/compile-document.ts'
import { randomValueOf } from '../shared/expressions/random/random-expression.ts'
import type { Kind, Pick } from '../shared/expressions/random/random-model.ts'
import { KINDS, randomModel } from '../shared/expressions/random/random-model.ts'
import { randomRecords, TIME_ZONES } from '../shared/expressions/random/random-records.ts'
import { oneOf } from '../shared/expressions/random/writer.ts'
import type { TestModel } from '../shared/expressions/sample-schema.ts'
import { CONSTANTS } from './constants.ts'
import type { ExtraField } from './extra-fields.ts'
import { EXTRA_FIELDS } from './extra-fields.ts'

export interface RandomDesk {
  readonly document: string
  readonly compiled: Model
  /** The fields as the writers of random expressions know them. */
  readonly fields: TestModel
  readonly rows: { readonly [entity: string]: readonly Row[] }
  /** Records that are thrown away: ids by their entities. */
  readonly thrown: readonly { readonly entity: string; readonly id: string }[]
}

/** A line of the document that stands only where the language takes it: random expressions may be too costly, or ask too much. */
interface MayStand {
  readonly place: string
  readonly line: string
}

const ROLES = ['Agent', 'Manager', 'Customer']
const COMPUTED: { readonly [kind in Kind]: string } = {
  boolean: 'yes/no',
  text: 'text',
  level: 'one of low, normal, high',
  integer: 'integer',
  number: 'number',
  decimal: 'decimal(4)',
  date: 'date',
  time: 'time',
  timestamp: 'date and time',
  duration: 'duration',
}

export function randomDesk(pick: Pick): RandomDesk {
  const fields = randomModel(pick)
  const rows = randomRows(fields, pick)
  const plain = printParts(fields, rows, pick)
  let lines = randomLines(fields, pick)
  for (;;) {
    const document = plain(lines)
    const { model, diagnostics } = compile(document)
    if (model !== undefined) return { document, compiled: model, fields, rows, thrown: randomTrash(rows, pick) }
    const index = lineIndex(document)
    const texts = document.split('\n')
    const wrong = new Set(
      diagnostics
        .filter(({ severity }) => severity === 'error')
        .map(({ span }) => texts[positionAt(index, span.start).line - 1]),
    )
    const standing = lines.filter(({ line }) => !wrong.has(line))
    if (standing.length === lines.length) throw new Error(printDiagnostics(diagnostics, index, 'random.md'))
    lines = standing
  }
}

/** An expression as it may stand in a document, where nothing was before and little is given. */
export function inDocument(expression: string): string {
  return expression
    .replaceAll('input.note', '"a"')
    .replaceAll('input.amount', '2')
    .replaceAll(/\bold\b/g, 'this')
}

function randomLines(fields: TestModel, pick: Pick): readonly MayStand[] {
  let made = 0
  return Object.keys(fields.fields).flatMap((entity) => {
    const here = { ...fields, here: entity }
    const expression = (kind: Kind): string => inDocument(randomValueOf(kind, here, 1 + pick(3), pick))
    const computed = Array.from({ length: pick(4) }, () => {
      const kind = oneOf(KINDS, pick)
      return `| c${made++} | computed ${COMPUTED[kind]} | | | ${inCell(expression(kind))} |`
    })
    const grants = Array.from({ length: 1 + pick(2) }, () => {
      const who = oneOf([...ROLES, 'everyone'], pick)
      const named = Object.keys(fields.fields[entity] ?? {}).filter((name) => name !== 'id' && pick(2) === 0)
      const columns =
        pick(2) === 0 || named.length === 0 ? '' : `${pick(2) === 0 ? 'all except ' : ''}${named.join(', ')}`
      return `| ${who} | ${entity} | read, export, restore, see history | ${inCell(expression('boolean'))} | ${columns} |`
    })
    const members = Array.from({ length: 8 }, () => {
      const written = `\`${expression(oneOf(KINDS, pick))}\``
      return `  ${JSON.stringify(`m${made++}`)}: ${JSON.stringify(written)},`
    })
    return [
      ...computed.map((line) => ({ place: `fields ${entity}`, line })),
      ...grants.map((line) => ({ place: 'grants', line })),
      ...members.map((line) => ({ place: `call ${entity}`, line })),
    ]
  })
}

function printParts(model: TestModel, rows: RandomDesk['rows'], pick: Pick): (lines: readonly MayStand[]) => string {
  const entities = Object.keys(model.fields)
  const limited = new Map(
    entities.map((entity) => [entity, printFields(model, entity, rows[entity] ?? [], pick).join('\n')]),
  )
  const granted = entities.filter(() => pick(3) > 0)
  const zone = oneOf(TIME_ZONES, pick)
  const language = oneOf(['en', 'de'], pick)
  return (lines) => {
    const at = (place: string): string =>
      lines
        .filter((each) => each.place === place)
        .map(({ line }) => line)
        .join('\n')
    return documentOf({
      1: 'A random application.',
      3: entities
        .map((entity) =>
          filled(
            `### ${entity}\n\n| field | type | required | limits | value |\n|---|---|---|---|---|`,
            limited.get(entity),
            at(`fields ${entity}`),
          ),
        )
        .join('\n\n'),
      6: [
        filled('| role | includes |\n|---|---|', '| Agent | |', '| Manager | Agent |', '| Customer | |'),
        filled(
          '| role | entity | may | where | fields |\n|---|---|---|---|---|',
          ...granted.map((entity) => `| Manager | ${entity} | everything, export | | |`),
          '| Agent | Person | read | | |',
          at('grants'),
        ),
      ].join('\n\n'),
      7: entities.map((entity) => printCall(entity, at(`call ${entity}`))).join('\n\n'),
      9: CONSTANTS(zone, language),
    })
  }
}

function printCall(entity: string, members: string): string {
  const head = `### GET /api/answers/${entity.toLowerCase()}/:id of ${entity}\n\n- who: everyone\n\n1. answer 200`
  return `${head}\n\n\`\`\`json\n${filled('{', members, '  "last": 1', '}')}\n\`\`\``
}

function printFields(model: TestModel, entity: string, rows: readonly Row[], pick: Pick): readonly string[] {
  const extra = Object.entries(EXTRA_FIELDS).flatMap(([name, { type, limits }]) =>
    rows.some((row) => name in row) ? [`| ${name} | ${type} | | ${limits} | |`] : [],
  )
  const own = Object.entries(model.fields[entity] ?? {}).flatMap(([name, type]) => {
    if (name === 'id' || (entity === 'Person' && BUILT_IN.includes(name))) return []
    // Nothing is compared with what is never empty as if it might be.
    const isRequired = !isRelation(type) && pick(2) === 0 && rows.every((row) => row[name] !== null)
    const required = isRequired ? 'yes' : ''
    const limits = [
      type.kind === 'text' && pick(2) === 0 && 'searchable',
      !['set', 'object', 'json', 'list'].includes(type.kind) && pick(3) === 0 && 'indexed',
    ].filter(Boolean)
    return [`| ${name} | ${printType(model, entity, name, type)} | ${required} | ${limits.join(', ')} | |`]
  })
  return [...own, ...extra]
}

export function isRelation({ kind }: Type): boolean {
  return kind === 'record' || kind === 'set'
}

const BUILT_IN = ['name', 'email', 'roles', 'active']

function printType(model: TestModel, entity: string, name: string, type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'yes/no'
    case 'choice':
      return `one of ${type.words.join(', ')}`
    case 'decimal':
      return type.unit === 'percent' ? 'percent' : `decimal(${type.scale})`
    case 'timestamp':
      return 'date and time'
    case 'list':
      return 'list of text'
    case 'object':
      return 'location'
    case 'record':
      return `${type.entity} (as ${reverseName(model, entity, name, type.entity)})`
    case 'set':
      return type.of.kind === 'record'
        ? `several ${type.of.entity} (as ${reverseName(model, entity, name, type.of.entity)})`
        : 'json'
    default:
      return type.kind
  }
}

function reverseName(model: TestModel, entity: string, field: string, target: string): string {
  const found = Object.entries(model.reverses[target] ?? {}).find(
    ([, reverse]) => reverse.entity === entity && reverse.field === field,
  )
  return found?.[0] ?? `${entity.toLowerCase()}s_of_${field}`
}

/** The records with ids as the product makes them, and without what a field can't hold. */
function randomRows(model: TestModel, pick: Pick): RandomDesk['rows'] {
  const entities = Object.keys(model.fields)
  const written = JSON.stringify(randomRecords(model, pick)).replaceAll(
    new RegExp(`"(${entities.join('|').toLowerCase()})(\\d+)"`, 'g'),
    (_, entity: string, number: string) =>
      JSON.stringify(makeId(1 + Number(number) * 16 + entities.findIndex((each) => each.toLowerCase() === entity))),
  )
  const records = JSON.parse(written) as { readonly [entity: string]: readonly Row[] }
  const people = records['Person']?.map(({ id }) => id) ?? []
  return Object.fromEntries(
    Object.entries(records).map(([entity, rows]) => {
      const extra = Object.entries(EXTRA_FIELDS).filter(
        ([name]) => !(name in (model.fields[entity] ?? {})) && pick(2) === 0,
      )
      return [entity, rows.map((row, at) => withStandard(entity, row, at, extra))]
    }),
  )

  function withStandard(entity: string, row: Row, at: number, extra: readonly (readonly [string, ExtraField])[]): Row {
    const by = pick(3) === 0 || people.length === 0 ? null : oneOf(people, pick)
    const stamps = { created_at: MOMENT, created_by: by, updated_at: MOMENT, updated_by: by, _version: 1 }
    const values = Object.fromEntries(
      Object.entries(model.fields[entity] ?? {}).map(([name, type]) => [name, fitting(type, row[name] ?? null)]),
    )
    const person = {
      name: row['name'] ?? `Person ${at}`,
      email: `person${at}@example.com`,
      active: true,
      roles: ROLES.filter((role) => ((row['roles'] ?? []) as readonly string[]).includes(role)),
    }
    const more = Object.fromEntries(extra.map(([name, field]) => [name, field.value(pick, at)]))
    return { ...stamps, ...values, ...more, ...(entity === 'Person' ? person : {}), id: row.id }
  }
}

/** Fifteen digits are exact; more than that no field takes. */
function fitting(type: Type, value: unknown): unknown {
  if (type.kind !== 'decimal' || value === null) return value
  return Math.abs(Number(value)) * 10 ** type.scale > Number.MAX_SAFE_INTEGER ? null : value
}

/** Some of those that nothing refers to. */
function randomTrash(rows: RandomDesk['rows'], pick: Pick): RandomDesk['thrown'] {
  const texts = JSON.stringify(rows)
  return Object.entries(rows).flatMap(([entity, all]) =>
    all.flatMap(({ id }) =>
      entity !== 'Person' && texts.split(id).length === 2 && pick(3) === 0 ? [{ entity, id }] : [],
    ),
  )
}

function inCell(expression: string): string {
  return `\`${expression.replaceAll('|', '\\|')}\``
}

function filled(...lines: readonly (string | undefined)[]): string {
  return lines.filter((line) => line !== undefined && line !== '').join('\n')
}
