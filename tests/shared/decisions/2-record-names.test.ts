// What may stand for the id in the path of a record.
import { expect, test } from 'vitest'
import { recordNames } from '#shared/decisions/2-record-names.ts'
import { compileDocument, documentOf, helpdesk } from '../../helpers/compile-document.ts'

const names = (model: ReturnType<typeof helpdesk>, name: string, text: string, hidden: readonly string[] = []) => {
  const entity = model.entities.get(name)
  const readable = new Set([...(entity?.fields.keys() ?? [])].filter((field) => !hidden.includes(field)))
  return entity === undefined ? [] : recordNames(entity, readable, text).map(({ field, value }) => `${field} ${value}`)
}

test('a number as people write it, and a unique value of the title', () => {
  expect(names(helpdesk(), 'Ticket', 'HD-00398')).toEqual(['number HD-00398'])
  expect(names(helpdesk(), 'Ticket', '398')).toEqual(['number HD-00398'])
  expect(names(helpdesk(), 'Team', 'Network')).toEqual(['name Network'])
})

test('nothing where it is an id, empty, not unique or not to be read', () => {
  expect(names(helpdesk(), 'Team', '0198f7c2-0000-7000-8000-000000000000')).toEqual([])
  expect(names(helpdesk(), 'Team', '')).toEqual([])
  expect(names(helpdesk(), 'Ticket', 'printer')).toEqual([])
  expect(names(helpdesk(), 'Ticket', 'HD-00398', ['number'])).toEqual([])
  // Unique, but no part of the title.
  expect(names(helpdesk(), 'Person', 'ada@example.com')).toEqual([])
})

test('a number of a year only as it is written, one within a group never', () => {
  const model = compileDocument(
    documentOf({
      3: '### Claim\n\n| field | type |\n|---|---|\n| code | sequence "C-{YYYY}-{000}" |\n| team | Team |\n| line | sequence "L-{000}" per team |\n\n### Team\n\n| field | type |\n|---|---|\n| name | text |\n',
    }),
  )
  expect(names(model, 'Claim', 'C-2026-007')).toEqual(['code C-2026-007'])
  expect(names(model, 'Claim', '7')).toEqual([])
  expect(names(model, 'Claim', 'L-007')).toEqual([])
})
