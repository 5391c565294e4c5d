// Questions below a point: kept in the document, read into the model, and never compiled as rules.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { formatDocument } from '#shared/language/format-document.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const QUESTIONS = `### Unknowns

The board meets in December.

- Who may **close** a
  ticket?
  - owner: Ann
  - asked: 2026-11-29
- Which is it: this or that?
  - Owner: Ben
  - asked: 2026-11-20
  - answer: this: that is
    too dear
  - answered: 2026-12-01
- Is there a fee?
  - answer: not shown
- How many?
  - owner:
`

const TICKET = '### Ticket\n\n| field | type |\n|---|---|\n| subject | text |'

test('questions below any point are read with owner, answer and dates', { tags: 'reference/questions' }, () => {
  const text = documentOf({ 3: `${TICKET}\n\n${QUESTIONS}`, 7: `not shown.\n\n${QUESTIONS}` })
  const { model, diagnostics } = compile(text)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect([...(model?.entities.keys() ?? [])].toSorted()).toEqual(['Person', 'Ticket'])
  expect(model?.pointsNotShown).toContain(7)
  const lines = text.split('\n')
  const inPoint = (point: number) =>
    model?.questions.filter((each) => each.point === point).map(({ line, ...rest }) => [lines[line - 1], rest])
  for (const point of [3, 7])
    expect(inPoint(point)).toEqual([
      ['- Who may **close** a', { point, text: 'Who may **close** a ticket?', owner: 'Ann', asked: '2026-11-29' }],
      [
        '- Which is it: this or that?',
        {
          point,
          text: 'Which is it: this or that?',
          owner: 'Ben',
          asked: '2026-11-20',
          answer: 'this: that is too dear',
          answered: '2026-12-01',
        },
      ],
      ['- Is there a fee?', { point, text: 'Is there a fee?' }],
      ['- How many?', { point, text: 'How many?' }],
    ])
})

test('a document with questions means what it means without them', { tags: 'reference/questions' }, () => {
  const roles = '| role | is |\n|---|---|\n| Agent | solves tickets |'
  const points = { 3: TICKET, 6: roles, 9: '| name | value |\n|---|---|\n| most | 3 |' }
  const plain = compileDocument(documentOf(points))
  const asked = compileDocument(
    documentOf(Object.fromEntries(Object.entries(points).map(([point, body]) => [point, `${body}\n\n${QUESTIONS}`]))),
  )
  expect(asked.questions).toHaveLength(12)
  expect(plain.questions).toEqual([])
  expect([...asked.limits.keys()]).toEqual([...plain.limits.keys()])
  expect([...asked.roles.keys()]).toEqual([...plain.roles.keys()])
  expect(asked.unknowns.map(({ name }) => name)).toEqual(plain.unknowns.map(({ name }) => name))
})

test('formatting keeps questions as they are written', { tags: 'reference/questions' }, () => {
  const text = documentOf({ 3: `${TICKET}\n\n${QUESTIONS}` })
  expect(formatDocument(text)).toContain(QUESTIONS)
})
