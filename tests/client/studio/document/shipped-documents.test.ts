// A new application can begin with every shipped document, and each is described from its text.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readShippedDocuments } from '../../../../client/studio/document/new-application/shipped-documents.ts'
import { readShipped } from '../../../helpers/compile-document.ts'

const documents = readShippedDocuments()

test('every shipped document that says something is offered as it is', () => {
  const files = readdirSync(new URL('../../../../shared/documents/', import.meta.url))
  const shipped = files.filter((file) => file.endsWith('.md') && !['README.md', 'seed.md'].includes(file))
  expect(documents.map(({ key }) => `${key}.md`).toSorted()).toEqual(shipped.toSorted())
  for (const { key, text } of documents) expect(text === readShipped(key), key).toBe(true)
})

test('a document is described by its title, its first sentence and what it has', () => {
  const { title, sentence, contents } = documents.find(({ key }) => key === 'helpdesk') ?? {}
  expect(title).toBe('Helpdesk')
  expect(sentence).toBe('The support desk of a company with a few hundred customers.')
  expect(contents).toEqual([
    'Ticket, Comment, Article, Team, Tag and 1 more',
    'Roles: Customer, Agent, and Manager',
    expect.stringMatching(/^\d+ screens$/),
    expect.stringMatching(/^\d+ examples$/),
  ])
})
