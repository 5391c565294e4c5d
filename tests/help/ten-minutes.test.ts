// The document of the tutorial is sound after each of its steps.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { examplesOf, readHelp, replacePoints, saidOf } from './examples.ts'

const examples = examplesOf(readHelp('ten-minutes'))
const whole = examples.find(({ says }) => says === '')?.text ?? ''
const steps = examples.filter(({ says }) => says === 'step')

describe('the growing example', () => {
  test.each(steps.map((step, at) => ({ ...step, at })))('is sound after the step at line $line', ({ at }) => {
    expect(saidOf(documentAfter(at + 1))).toEqual([])
  })

  test('begins with the smallest document', () => {
    expect(saidOf(whole)).toEqual([])
    expect(compile(whole).unknowns).toHaveLength(9)
  })

  test('leaves only the calls unknown', () => {
    expect(compile(documentAfter(steps.length)).unknowns.map(({ name }) => name)).toEqual(['Point 7'])
  })
})

function documentAfter(count: number): string {
  return steps.slice(0, count).reduce((document, { text }) => replacePoints(document, text), whole)
}
