// Holds the READMEs to the product: their document runs, and the files that they name are there.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { listFiles, root } from './architecture/source-files.ts'

const tops = ['shared', 'server', 'client', 'tests']
const pages = [
  'README.md',
  '.github/CONTRIBUTING.md',
  'server/OPERATING.md',
  ...tops.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => basename(path) === 'README.md')
      .map((path) => `${top}/${path}`),
  ),
]
/** Folders that a build makes, and that of the one picture which the client serves as it is. */
const UNNAMED = new Set(['dist', 'node_modules', 'public'])
const names = new Set(tops.flatMap(listFiles).map((path) => basename(path)))
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

test('the document of the README runs as it stands', () => {
  const document = /```markdown\n(.*?)\n```/s.exec(textOf('README.md'))?.[1] ?? ''
  const { diagnostics } = compile(document)
  expect(document).toContain('## 9. ')
  expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([])
})

test.each(pages)('%s links to files that exist', (page) => {
  const links = [...textOf(page).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([])
})

test.each(pages)('%s names source files that exist', (page) => {
  const named = [...textOf(page).matchAll(/`([a-z0-9.-]+(?:\/[a-z0-9.-]+)+\.tsx?)`/g)].map(([, path = '']) => path)
  const found = (path: string) => existsSync(join(root, path)) || existsSync(join(root, dirname(page), path))
  const bare = [...textOf(page).matchAll(/`([a-z0-9][a-z0-9.-]*\.tsx?)`/g)].map(([, name = '']) => name)
  expect([...named.filter((path) => !found(path)), ...bare.filter((name) => !names.has(name))]).toEqual([])
})

test.each(['shared', 'server', 'server/records', 'server/storage', 'client'])(
  'the README of %s names each folder beside it',
  (folder) => {
    const folders = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const text = textOf(`${folder}/README.md`)
    expect(folders.length).toBeGreaterThan(5)
    expect(folders.filter(({ name }) => !UNNAMED.has(name) && !text.includes(`\`${name}/\``))).toEqual([])
  },
)

test('the picture of the README is small', () => {
  expect(statSync(join(root, '.github/helpdesk.png')).size).toBeLessThan(200_000)
})
