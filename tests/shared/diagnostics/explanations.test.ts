// Every code is explained, and each example brings about the code that it explains.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { catalogue } from '#shared/diagnostics/catalogue.ts'
import { printExplanation, readExplanations } from '#shared/diagnostics/explanations.ts'
import { explainedDocument, MESSAGES } from '../../helpers/explained-document.ts'

const explanations = readExplanations(MESSAGES)

describe('the page of messages', () => {
  test('explains every code of the catalogue, and no other', () => {
    const codes = new Set(catalogue.map(({ code }) => code))
    expect([...explanations.keys()].toSorted()).toEqual([...codes].toSorted())
  })

  test.each([...explanations.values()])('says of $code what it means and what to do', ({ means, remedy }) => {
    expect(means.length).toBeGreaterThan(20)
    expect(remedy.length).toBeGreaterThan(10)
  })
})

describe('an example', () => {
  const examples = [...explanations.values()].filter(({ example }) => example)

  test.each(examples)('of $code brings it about', (explanation) => {
    const { diagnostics } = compile(explainedDocument(explanation) ?? '')
    expect(diagnostics.map(({ code }) => code)).toContain(explanation.code)
  })

  test('is missing only where it would be far too long to read, or where no small document does', () => {
    const without = [...explanations.values()].filter(({ example }) => !example).map(({ code }) => code)
    expect(without).toEqual(WITHOUT_EXAMPLE)
  })
})

describe('for a terminal', () => {
  test('an explanation is printed with its example and its remedy', () => {
    const explanation = explanations.get('expressions/unexpected')
    expect(explanation && printExplanation(explanation, 'error')).toBe(
      [
        'expressions/unexpected (error)',
        'Something else is expected at this place.',
        'For example, as a condition:',
        '    effort >',
        'Remedy: Complete the expression as the message says.',
      ].join('\n\n'),
    )
  })
})

const WITHOUT_EXAMPLE = [
  'document/too-large',
  'document/too-deep',
  'document/too-many-lines',
  'document/line-too-long',
  'document/not-text',
  'document/too-many-things',
  'states/nested-too-deep',
  'calls/shapes-too-deep',
  'calls/shape-too-large',
  'constants/lookup-too-large',
  'examples/too-long',
  'expressions/too-many-holes',
  'expressions/too-deep',
  'expressions/too-large',
  'expressions/too-far',
  'expressions/too-costly',
  'expressions/object-too-large',
  'expressions/no-record',
  'expressions/both-empty',
]
