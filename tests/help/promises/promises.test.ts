// What the reference promises, section by section, is proven by tests that exist.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readHelp } from '../examples.ts'
import { POINT_3 } from './point-3.ts'
import { POINTS_1_AND_2 } from './points-1-and-2.ts'
import { POINTS_4_AND_5 } from './points-4-and-5.ts'
import { POINTS_6_TO_9 } from './points-6-to-9.ts'
import type { Promises } from './promise.ts'
import { WRITING_AND_EXPRESSIONS } from './writing-and-expressions.ts'

const promises: Promises = {
  ...WRITING_AND_EXPRESSIONS,
  ...POINTS_1_AND_2,
  ...POINT_3,
  ...POINTS_4_AND_5,
  ...POINTS_6_TO_9,
}

/** Headings inside of examples are none. */
const page = readHelp('reference').replaceAll(/^(`{3,})[^]*?^\1$/gm, '')
const headings = [...page.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading = '']) => heading)

test('every section of the reference promises something, and nothing else does', () => {
  expect(Object.keys(promises).toSorted()).toEqual(headings.toSorted())
  expect(Object.entries(promises).filter(([, sentences]) => sentences.length === 0)).toEqual([])
})

describe.each(Object.entries(promises))('%s', (_, sentences) => {
  test.each(sentences)('%s', (_says, file, title) => {
    const path = new URL(`../../${file}`, import.meta.url)
    expect(existsSync(path), file).toBe(true)
    expect(titlesIn(readFileSync(path, 'utf8')), file).toContain(title)
  })
})

/** Lists the first arguments of `test(…)`, `describe(…)` and their kind, also behind `.each(…)`. */
function titlesIn(source: string): readonly string[] {
  return [...source.matchAll(/[)\w]\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$]*)`)\s*,/g)].map(
    ([, single, double, template]) => (single ?? double ?? template ?? '').replaceAll(/\\(['"])/g, '$1'),
  )
}
