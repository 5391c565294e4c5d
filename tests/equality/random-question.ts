// Makes random questions to a random application: lists with filters, orders, searches and pages, summaries, exports, single records, its own calls.
import { randomValueOf } from '../shared/expressions/random/random-expression.ts'
import type { Pick } from '../shared/expressions/random/random-model.ts'
import { oneOf } from '../shared/expressions/random/writer.ts'
import { WORDS } from './extra-fields.ts'
import type { RandomDesk } from './random-desk.ts'
import { inDocument } from './random-desk.ts'

/** Words of the texts of random records, their beginnings, and what is one letter away. */
const SEARCHED = [
  'łód',
  'lodzx',
  'fffd',
  'x@exam',
  'exmaple',
  'com',
  'σα',
  'ς',
  'i',
  'b1',
  '2026-02',
  'n-1',
  '2',
  'n001',
  'zoos',
  'fi',
  ...WORDS,
]

/** Question with its path as it stands on the wire, and its kind for the tally. */
export interface RandomQuestion {
  readonly kind: string
  readonly path: string
}

export function randomQuestion({ compiled, fields, rows }: RandomDesk, pick: Pick): RandomQuestion {
  const entity = oneOf(
    [...compiled.entities.values()].filter(({ name }) => name.identifier in fields.fields),
    pick,
  )
  const name = entity.name.identifier
  const all = [...entity.fields.values()].map((field) => ({ name: field.name.identifier, type: field.type }))
  const names = all.map((field) => field.name)
  const any = (): string => oneOf([...names, 'created_at', 'updated_by', 'id'], pick)
  const ofKind = (...kinds: readonly string[]): string =>
    oneOf(
      all
        .filter(({ type }) => kinds.includes(type.kind))
        .map((field) => field.name)
        .concat('created_at'),
      pick,
    )
  const relation = (): string =>
    oneOf(
      all
        .filter(({ type }) => type.kind === 'relation')
        .map((field) => field.name)
        .concat('created_by'),
      pick,
    )
  const id = oneOf((rows[name] ?? []).map((row) => row.id).concat('019aa5c0-0000-7000-8000-00000000ffff'), pick)
  const filter = (): string => inDocument(randomValueOf('boolean', { ...fields, here: name }, 1 + pick(3), pick))
  const search = (): string => Array.from({ length: 1 + pick(2) }, () => oneOf(SEARCHED, pick)).join(' ')
  const some = (make: () => string, most: number): string =>
    [...new Set(Array.from({ length: 1 + pick(most) }, make))].join(',')
  const order = (): string => `${pick(2) === 0 ? '-' : ''}${pick(5) === 0 ? `${relation()}.` : ''}${any()}`
  const now = (chance: number, parameter: string, make: () => string): readonly (readonly [string, string])[] =>
    pick(chance) === 0 ? [[parameter, make()]] : []
  const at = (path: string, ...parameters: readonly (readonly (readonly [string, string])[])[]): string => {
    const query = parameters
      .flat()
      .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
      .join('&')
    return `/api/${path}${query === '' ? '' : `?${query}`}`
  }
  const list = (): readonly (readonly [string, string])[] => [
    ...now(2, 'filter', filter),
    ...now(4, 'search', search),
    ...now(2, 'sort', () => some(order, 2)),
  ]
  switch (pick(10)) {
    case 0:
      return {
        kind: 'record',
        path: at(
          `${entity.path}/${id}`,
          now(3, 'expand', () => some(relation, 2)),
          now(4, 'may', () => 'yes'),
        ),
      }
    case 1:
    case 2:
      return { kind: 'call', path: at(`answers/${name.toLowerCase()}/${id}`) }
    case 3:
      return {
        kind: 'export',
        path: at(
          `${entity.path}/export`,
          [['format', oneOf(['csv', 'ndjson'], pick)]],
          list(),
          now(4, 'fields', () => some(any, 3)),
        ),
      }
    case 4:
    case 5:
      return {
        kind: 'summary',
        path: at(
          `${entity.path}/summary`,
          ...summaryOf({ any, ofKind, relation, pick, some }),
          now(2, 'filter', filter),
        ),
      }
    default:
      return {
        kind: 'list',
        path: at(
          entity.path,
          list(),
          now(8, 'near', () => 'yes'),
          now(4, 'fields', () => some(any, 3)),
          now(4, 'expand', () => some(relation, 2)),
          now(3, 'count', () => 'exact'),
          now(2, 'limit', () => String(1 + pick(4))),
          now(6, 'may', () => 'yes'),
          now(8, 'trash', () => 'yes'),
        ),
      }
  }
}

const MEASURED = ['integer', 'number', 'decimal', 'percent', 'duration']
const PERIODS = ['day', 'week', 'month', 'quarter', 'year']

function summaryOf({
  any,
  ofKind,
  relation,
  pick,
  some,
}: {
  readonly any: () => string
  readonly ofKind: (...kinds: readonly string[]) => string
  readonly relation: () => string
  readonly pick: Pick
  readonly some: (make: () => string, most: number) => string
}): readonly (readonly (readonly [string, string])[])[] {
  const group = (): string => {
    const form = pick(6)
    if (form === 0) return `${relation()}.${any()}`
    return form < 3 ? `${oneOf(PERIODS, pick)}(${ofKind('date', 'date and time')})` : any()
  }
  const measure = (): string => {
    const form = pick(5)
    if (form === 0) return 'count'
    return form < 3
      ? `${oneOf(['sum', 'avg'], pick)}(${ofKind(...MEASURED)})`
      : `${oneOf(['min', 'max'], pick)}(${any()})`
  }
  return [pick(5) === 0 ? [] : [['by', some(group, 2)]], pick(4) === 0 ? [] : [['measure', some(measure, 3)]]]
}
