// Effects that need what is not shown, and transitions that repeat: linked whole, or not at all.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'

const documentWith = (rows: string): string =>
  documentOf({
    3: '### Ticket\n\n| field | type |\n|---|---|\n| subject | text |\n| owner | Person |\n| effort | integer |\n',
    4: `### Ticket.status\n\n- starts: open\n- ends: closed\n\n| state |\n|---|\n| open |\n| closed |\n\n| transition | from | to | who | then | after |\n|---|---|---|---|---|---|\n${rows}\n| close | open | closed | everyone | | |\n`,
    6: '| role | entity | may |\n|---|---|---|\n| everyone | Ticket | everything |\n',
    9: '| name | value |\n|---|---|\n| desk | not shown |\n| most | 3 |\n',
  })

const effectsOf = (text: string): readonly string[] =>
  compileDocument(text)
    .entities.get('Ticket')
    ?.transitions.get('work')
    ?.rows[0]?.then.map(({ kind }) => kind) ?? []

describe('an effect that needs what is not shown', () => {
  test.each([
    'send POST limits.desk { subject: subject }',
    'send POST not shown { subject: subject }',
    'notify owner "Ask {limits.desk}"',
    'create Ticket { subject: "more", effort: limits.desk }',
    'update Ticket.filter(t, t.owner == owner) { subject: limits.desk, effort: 1 }',
    'for each t in Ticket: update t { subject: limits.desk }',
    'try subject = limits.desk otherwise subject = "none"',
    'let desk = limits.desk; subject = desk',
  ])('does nothing and is listed: %s', (effect) => {
    const text = documentWith(`| work | open | stay | everyone | ${effect}; effort = 2 | |`)
    expect(effectsOf(text)).toEqual(['set'])
    expect(compile(text).unknowns.filter(({ point }) => point === 4)).not.toEqual([])
  })

  test('does not change those that only look like it', () => {
    const row = '| work | open | stay | everyone | let desk = 3; effort = desk; subject = "limits.desk" | |'
    expect(effectsOf(documentWith(row))).toEqual(['let', 'set', 'set'])
  })
})

test('a transition that repeats has its period, its beginning and its number worked out', () => {
  const model = compileDocument(
    documentWith('| work | open | stay | nobody | | every 3 days from `created_at`, at most limits.most times |'),
  )
  expect(model.entities.get('Ticket')?.transitions.get('work')?.rows[0]?.after).toMatchObject({
    kind: 'every',
    period: { tree: { value: 'P3D' } },
    from: { text: 'created_at' },
    atMost: { text: 'limits.most' },
  })
})
