// What an editor asks of one version of a document is worked out once, and only when it is asked for.
import { expect, test } from 'vitest'
import { openDocument } from '#shared/language/open-document.ts'
import { readShipped } from '../../helpers/compile-document.ts'

test('a document that is open answers with messages, completions and names of its text', () => {
  const text = readShipped('helpdesk').replace('`priority != "urgent"`', '`prioritty != "urgent"`')
  const open = openDocument(text)
  expect(open.compiled().diagnostics.map(({ code }) => code)).toContain('expressions/unknown-name')
  expect(open.compiled()).toBe(open.compiled())
  const offset = text.indexOf('prioritty')
  expect(open.complete(offset + 'priorit'.length, '2026-11-29').map(({ label }) => label)).toContain('priority')
  expect(open.nameAt(text.indexOf('| Agent | Ticket |') + 2)?.description).toContain('role')
})
