// What is known of a kind of field stands with the kind.
import { describe, expect, test } from 'vitest'
import { PLAIN_KINDS } from '#shared/fields/field-type.ts'
import { code } from './source-files.ts'

/**
 * Paths of the code where each kind has something of its own: its view, and the entity or the fields that its type
 * names.
 */
const dispatchesByKind: ReadonlySet<string> = new Set([
  'client/fields/registry.ts',
  'client/fields/edit/field-editor.ts',
  'shared/model/3-entities/outline.ts',
  // The values that verify sends are made apart from the code that reads them.
  'server/verify/valid-values.ts',
  'server/verify/values-at-limits.ts',
])

const FIELD_KINDS: readonly string[] = [
  ...PLAIN_KINDS,
  ...['decimal', 'slug', 'one of', 'several of', 'sequence', 'relation'],
]
/** Types of expressions, tokens and literals have these names too. */
const NOT_OF_FIELDS_ALONE = ['text', 'integer', 'number', 'decimal', 'date', 'time', 'duration', 'json', 'relation']
const OWN_KINDS = FIELD_KINDS.filter((kind) => !NOT_OF_FIELDS_ALONE.includes(kind)).join('|')
const KIND_LIST = /'[^'\n]+'(?:,\s*'[^'\n]+')+/g
const KIND_ASKED = new RegExp(`\\bkind [!=]== '(?:${OWN_KINDS})'|\\bcase '(?:${OWN_KINDS})'`, 'g')
const KIND_OF_FIELD = new RegExp(
  `\\b(?!node\\b)\\w+\\.type\\.kind [!=]== '(?!relation)(?:${FIELD_KINDS.join('|')})'`,
  'g',
)
const KIND_AS_KEY = /(?<!case )'(?:long text|yes\/no|date and time|one of|several of|list of text)':/g
/** Expressions, text patterns and forms of values know no fields: their trees and types have kinds of their own. */
const OF_EXPRESSIONS = /(^|\/)expressions\/|\/(postgres-pattern|shown-form)\.ts$/

describe('what is known of a kind of field', () => {
  test('stands with the kind: no other file lists kinds or asks for one', () => {
    const wrong = [...code]
      .filter(([path]) => !path.startsWith('shared/fields/') && !OF_EXPRESSIONS.test(path))
      .filter(([path]) => !dispatchesByKind.has(path))
      .flatMap(([path, text]) => findKinds(text).map((found) => `${path}: ${found}`))
    expect(wrong).toEqual([])
  })

  test.each([
    ['a list', "new Set(['long text', 'markdown'])", "'long text', 'markdown'"],
    ['a list over lines', "[\n  'text',\n  'slug',\n].includes(kind)", "'text',\n  'slug'"],
    ['a comparison', "if (type.kind !== 'sequence') return", "kind !== 'sequence'"],
    ['a comparison of a type that expressions have too', "field.type.kind === 'date'", "field.type.kind === 'date'"],
    ['a branch', "case 'yes/no':", "case 'yes/no'"],
    ['a map', "{ 'one of': 100 }", "'one of':"],
  ])('is found as %s', (_form, written, found) => {
    expect(findKinds(written)).toEqual([found])
  })

  test('may be narrowed to a relation, whose type names an entity', () => {
    expect(findKinds("field.type.kind === 'relation' && field.type.many")).toEqual([])
  })
})

function findKinds(text: string): readonly string[] {
  const lists = [...text.matchAll(KIND_LIST)].map(([list]) => list)
  const kinds = lists.filter((list) => {
    const items = [...list.matchAll(/'([^']+)'/g)].map(([, item = '']) => item)
    return (
      items.every((item) => FIELD_KINDS.includes(item)) && items.some((item) => OWN_KINDS.split('|').includes(item))
    )
  })
  const asked = [KIND_ASKED, KIND_OF_FIELD, KIND_AS_KEY].flatMap((form) => [...text.matchAll(form)].map(([all]) => all))
  return [...new Set([...kinds, ...asked])].filter(
    (each, _at, all) => !all.some((one) => one !== each && one.endsWith(each)),
  )
}
