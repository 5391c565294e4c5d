// What can't be started is reported in one sentence, with exit code 1, and nothing is left behind.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort, makeDirectory, notes, runServer, startServer } from './server-process.ts'
import { signUp } from './writers.ts'

const place = makeDirectory(notes)
afterAll(() => place.remove())

describe('a start that can’t work', () => {
  test('a document that is not there', async () => {
    const missing = join(place.directory, 'missing.md')
    await expectSentence([missing], missing)
  })

  test('a folder without a specification, and one with two', async () => {
    const folder = join(place.directory, 'folder')
    mkdirSync(folder)
    writeFileSync(join(folder, 'README.md'), '# Leave requests of our company\n')
    await expectSentence([folder], `${folder} is a folder, and none of its Markdown files begins with`)
    for (const name of ['leave.md', 'desk.md']) writeFileSync(join(folder, name), notes)
    await expectSentence([folder], `${folder} is a folder with specifications: desk.md, leave.md.`)
  })

  test('a document that is no text', async () => {
    const file = join(place.directory, 'picture.md')
    writeFileSync(file, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]))
    await expectSentence([file], file)
  })

  test('a document of ten megabytes', async () => {
    const file = join(place.directory, 'large.md')
    writeFileSync(file, `${notes}\n${'x'.repeat(10_000_000)}\n`)
    await expectSentence([file], file)
  })

  test('a data directory that is a file', async () => {
    const data = join(place.directory, 'a-file')
    writeFileSync(data, '')
    await expectSentence([place.file, '--data', data], data)
  })

  test.skipIf(process.getuid?.() === 0)('a data directory that can’t be written', async () => {
    const data = join(place.directory, 'closed')
    mkdirSync(data)
    chmodSync(data, 0o500)
    await expectSentence([place.file, '--data', data], data)
  })

  test.skipIf(process.platform !== 'linux')('a data directory that can’t be made', async () => {
    await expectSentence([place.file, '--data', '/sys/verbatim'], '/sys/verbatim')
  })

  test('an option that there is not, and a port that is none', async () => {
    await expectSentence([place.file, '--prot', '3000'], '--prot', 'the usage follows')
    await expectSentence([place.file, '--port', '99999'], '99999', 'the usage follows')
  })

  test('data that a changed document would lose or break: all rows in the way are listed, and nothing is touched', async () => {
    const file = join(place.directory, 'changed.md')
    const data = join(place.directory, 'kept')
    writeFileSync(file, notes)
    const port = await freePort()
    const server = await startServer([file, '--data', data], port)
    const { token, person } = await signUp(server)
    const ids: string[] = []
    for (const round of [1, 2, 30]) {
      const answer = await fetch(`${server.url}/api/notes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ text: `note ${round}`, writer: person, round }),
      })
      expect(answer.status).toBe(201)
      ids.push(((await answer.json()) as { id: string }).id)
    }
    await server.end('SIGTERM')
    const before = readFileSync(join(data, 'verbatim.db'))

    writeFileSync(
      file,
      notes
        .replace(
          '| field | type | required |\n|---|---|---|',
          '| field | type | required | limits |\n|---|---|---|---|',
        )
        .replace('| text | text | yes |', '| text | email | yes | |')
        .replace('| round | integer | yes |', '| round | integer | yes | max 9 |'),
    )
    const { code, output } = await runServer([file, '--data', data, '--port', String(port)])
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      'The data does not fit the document.',
      expect.stringMatching(
        /^ {2}- line \d+: Text of Note has another type, and its value in 3 records would be lost\.$/,
      ),
      ...[1, 2, 30].map((round, index) => `      ${ids[index]}: "note ${round}" must be an email address`),
      expect.stringMatching(/^ {2}- line \d+: 1 note has a Round that is no longer allowed\.$/),
      `      ${ids[2]} (note 30): 30 must be at most 9`,
    ])
    expect(readFileSync(join(data, 'verbatim.db'))).toEqual(before)

    writeFileSync(file, notes)
    const again = await startServer([file, '--data', data], port)
    await again.end('SIGTERM')
  })

  test('a document with errors is shown with position, line and hint, and no data directory is made', async () => {
    const file = join(place.directory, 'wrong.md')
    const data = join(place.directory, 'none')
    writeFileSync(file, notes.replace('| Writer | Note |', '| Writer | Nota |'))
    const { code, output } = await runServer([file, '--data', data, '--port', String(await freePort())])
    expect(code).toBe(1)
    expect(output).toMatch(/wrong\.md:\d+:\d+ {2}[a-z]+\/\S+ {2}error/)
    expect(output).toContain('| Writer | Nota |')
    expect(output).toContain('^^^^')
    expect(output).toMatch(/hint: .*Note/)
    expect(existsSync(data)).toBe(false)
  })
})

async function expectSentence(args: readonly string[], part: string, more?: 'the usage follows'): Promise<void> {
  const withPort = args.includes('--port') ? args : [...args, '--port', String(await freePort())]
  const { code, output } = await runServer(withPort)
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  expect(code, output).toBe(1)
  expect(lines[0]).toContain(part)
  if (more === undefined) expect(lines).toHaveLength(1)
  expect(output).not.toMatch(/^\s+at /m)
}
