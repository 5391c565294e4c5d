// Every example of the reference is compiled in the document that stands at its end.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { examplesOf, readHelp, saidOf, withFragment } from './examples.ts'

const examples = examplesOf(readHelp('reference'))
const whole = examples.find(({ says }) => says === '')?.text ?? ''
const fragments = examples.filter(({ says }) => /^\d/.test(says))

describe('an example of the reference', { tags: 'reference/reference' }, () => {
  test.each(fragments.filter(({ says }) => !says.includes('not run yet')))('at line $line is sound', (example) => {
    expect(saidOf(withFragment(whole, example))).toEqual([])
  })

  test.each(fragments.filter(({ says }) => says.includes('not run yet')))(
    'at line $line is legal and says what is not run yet',
    (example) => {
      const said = saidOf(withFragment(whole, example))
      expect(said.filter((line) => !NOT_RUN.test(line))).toEqual([])
      expect(said.some((line) => NOT_RUN.test(line))).toBe(true)
    },
  )

  test('is one of those kinds', () => {
    const others = examples.filter(({ says }) => !/^(|\d( \d)*( not run yet)?)$/.test(says))
    expect(others).toEqual([])
    expect(examples.length).toBeGreaterThan(40)
  })
})

test('the document in which they stand is whole', { tags: 'reference/the-tool-library' }, () => {
  expect(saidOf(whole)).toEqual([])
  expect(compile(whole).unknowns.map(({ name }) => name)).toEqual(['Point 7'])
})

const NOT_RUN = / \w+\/not-run-yet /
