import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { sayNextSteps } from '../../server/say-next-steps.ts'

const HELPDESK = new URL('../../shared/documents/helpdesk.md', import.meta.url)

test('the terminal says what of the shipped document is not run, and how to write one of one’s own', () => {
  const text = readFileSync(HELPDESK, 'utf8').replace('| upload size |', '| history | 3 days | |\n| upload size |')
  const said = sayNextSteps('shared/documents/helpdesk.md', compile(text).diagnostics, true).join('\n')
  expect(said).toMatch(/Not supported by this version yet:\n {2}"history" is read and kept/)
  expect(said).toContain('npm run check -- shared/documents/helpdesk.md shows where.')
  expect(said).toContain('npm run new -- my.md creates a document, npm start -- my.md --watch runs it.')
})

test('of the helpdesk all is run', () => {
  const { diagnostics } = compile(readFileSync(HELPDESK, 'utf8'))
  expect(sayNextSteps('shared/documents/helpdesk.md', diagnostics, true).join('\n')).not.toContain('not run')
})

test('of a document of one’s own only what is not run is said, each once, and not too much', () => {
  const note = (message: string) => ({
    code: 'entities/not-run-yet',
    severity: 'note' as const,
    message,
    span: { start: 0, end: 0 },
  })
  const notes = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map(note)
  expect(sayNextSteps('my.md', notes, false).slice(1)).toEqual([
    ...['  a', '  b', '  c', '  d', '  e', '  and 2 more'],
    '  npm run check -- my.md shows where.',
  ])
  expect(sayNextSteps('my.md', [], false)).toEqual([])
})
