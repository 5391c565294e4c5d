// The tables of the reference list what the language has, and the examples of functions give what the page says.
import { describe, expect, test } from 'vitest'
import { functionNames } from '#shared/expressions/functions/overloads.ts'
import { PLAIN_KINDS } from '#shared/fields/field-type.ts'
import { SETTINGS, TABLES } from '#shared/language/tables-of-points.ts'
import { ICONS } from '#shared/model/3-entities/icons.ts'
import { EFFECT_READERS } from '#shared/points/4-states/effect-readers.ts'
import { readSections } from '../../client/studio/help/read-sections.ts'
import { valueOf } from '../shared/expressions/expression-helper.ts'
import { examplesOf, readHelp, saidOf, withFragment } from './examples.ts'

const page = readHelp('reference')
const library = examplesOf(page).find(({ says }) => says === '')?.text ?? ''
const sections = readSections('reference', page)

/** Returns the prose of a section outside its examples, together with the sections below it. */
function proseOf(title: RegExp): string {
  const found = sections.filter((section) => title.test(section.title) || title.test(section.within))
  return found.map(({ body }) => body.replaceAll(/^(`{3,})[^]*?^\1$/gm, '')).join('\n')
}

const pointProse = (point: number): string => proseOf(new RegExp(`^Point ${point}:`))
/** Words in backticks; of a call or an effect, those that it is written with. */
const wordsIn = (prose: string): ReadonlySet<string> =>
  new Set([...prose.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => [code, ...code.split(/[^\w]+/)]))

describe('the tables list every', { tags: 'reference/reference' }, () => {
  test.each(Object.entries(TABLES))('column of point %s', (point, tables) => {
    const known = wordsIn(pointProse(Number(point)))
    expect(tables.flat().filter((column) => !known.has(column))).toEqual([])
  })

  test.each(Object.entries(SETTINGS))('setting of point %s', (point, settings) => {
    const known = wordsIn(pointProse(Number(point)))
    expect(settings.filter((setting) => !known.has(setting))).toEqual([])
  })

  test('icon', { tags: 'reference/icons' }, () => {
    expect([...wordsIn(proseOf(/^Icons$/))].filter((word) => word !== 'icon')).toEqual([...ICONS])
  })

  test('type', () => {
    const known = wordsIn(proseOf(/^Types$/))
    expect(PLAIN_KINDS.filter((kind) => !known.has(kind))).toEqual([])
  })

  test('effect', () => {
    const known = wordsIn(proseOf(/^(Effects|Steps)$/))
    expect(Object.keys(EFFECT_READERS).filter((word) => !known.has(word))).toEqual([])
  })

  test('function', () => {
    const known = wordsIn(proseOf(/^(Functions of|Other spellings)/))
    expect(functionNames.filter((name) => !known.has(name))).toEqual([])
  })
})

describe('on empty values', { tags: 'reference/empty-values' }, () => {
  const rows = [...proseOf(/^Empty values$/).matchAll(/^\| (`.+`) \| (.+) \|$/gm)]
  const given = rows.flatMap(([, , gives = '']) =>
    [...gives.matchAll(/`([^`]+)` is (?:`([^`]+)`|unknown|empty)/g)].map(([, code, value]) => ({ code, value })),
  )

  test.each(given)('$code is $value', ({ code = '', value }) => {
    // The sample calls a kind a name.
    const found = valueOf(code.replaceAll('kind', 'name'))
    expect(found).toBe(value === undefined ? null : value === 'true')
  })

  test('each operator has an example', () => {
    const operators = rows.flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
    expect(new Set(operators)).toEqual(new Set('==,!=,<,<=,>,>=,in,not in,and,or,not,? :,+,-,*,/,%'.split(',')))
    expect(given.length).toBeGreaterThan(rows.length)
  })
})

describe('an example of a function', () => {
  const rows = proseOf(/^Functions of/)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const given = rows.flatMap((row) =>
    [...row.matchAll(/`([^`]+)` is `([^`]+)`/g)].map(([, code, value]) => ({ code, value })),
  )
  const others = rows.flatMap((row) => {
    const example = row.split('|')[3] ?? ''
    const code = / is `/.test(example) ? undefined : /`([^`]+)`/.exec(example)?.[1]
    return code === undefined || code.startsWith('errors.') ? [] : [{ code }]
  })

  test.each(given)('$code is $value', ({ code = '', value = '' }) => {
    expect(valueOf(`(${code}) == (${value})`)).toBe(true)
  })

  test.each(others)('$code is read', ({ code }) => {
    const text = [
      `## 4. States and transitions\n\n### Loan\n\n| transition | then |\n|---|---|\n| created | let value = ${code}; note = text(value == null) |`,
      '## 9. Business constants and limits\n\n### Calendar opening_hours\n\n| day | from | to |\n|---|---|---|\n| Saturday | 10:00 | 12:00 |',
    ].join('\n\n')
    expect(saidOf(withFragment(library, { line: 0, says: '4 9', text }))).toEqual([])
  })

  test('is there for each', () => {
    expect(given.length + others.length).toBeGreaterThan(45)
  })
})
