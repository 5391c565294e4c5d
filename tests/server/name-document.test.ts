// A folder that is named in place of a document.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCommand } from '../../server/commands.ts'
import { nameDocument } from '../../server/name-document.ts'

const place = mkdtempSync(join(tmpdir(), 'verbatim-folder-'))
afterAll(() => rmSync(place, { recursive: true }))

function makeFolder(name: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(join(place, name))
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, name, file), text)
  return join(place, name)
}

const commandOf = (...words: readonly string[]) => nameDocument(readCommand(words, {}, place))

test('each command with a document takes a folder with one specification, such as a repository', () => {
  const desk = makeFolder('desk', {
    'README.md': '# How our desk works\n',
    'notes.txt': '# Specification: no Markdown',
    'desk.md': '\uFEFF\n# Specification: Desk\n',
  })
  mkdirSync(join(desk, 'old.md'))
  symlinkSync(join(desk, 'gone.md'), join(desk, 'broken.md'))
  const file = join(desk, 'desk.md')
  const linked = makeFolder('linked', {})
  symlinkSync(file, join(linked, 'here.md'))
  expect(commandOf('check', 'linked')).toMatchObject({ file: join(linked, 'here.md') })
  expect(commandOf('desk', '--watch')).toMatchObject({ kind: 'serve', config: { file, watch: true } })
  for (const kind of ['check', 'verify', 'format', 'audit'])
    expect(commandOf(kind, 'desk')).toMatchObject({ kind, file })
  expect(commandOf('backup', 'desk.backup', '--document', 'desk')).toMatchObject({ document: file })
})

test('a folder with none or several stays what was named, and so does a file', () => {
  makeFolder('none', { 'README.md': '# Nothing to run\n' })
  makeFolder('several', { 'a.md': '# Specification: A\n', 'b.md': '# Specification: B\n' })
  for (const name of ['none', 'several', 'desk/README.md', 'missing.md'])
    expect(commandOf('check', name)).toMatchObject({ file: join(place, name) })
})
