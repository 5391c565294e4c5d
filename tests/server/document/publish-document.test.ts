// Documents from files, and publishing one while the application runs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDocument } from '../../../server/document/check-document.ts'
import { LARGEST_DOCUMENT, readDocumentFile } from '../../../server/document/read-document-file.ts'
import { publishText } from '../../../server/document/publish-file.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const directory = mkdtempSync(join(tmpdir(), 'verbatim-document-'))
afterAll(() => rmSync(directory, { recursive: true }))

function put(name: string, content: string | Buffer): string {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

describe('a file', () => {
  test.each([
    ['that is not there', () => join(directory, 'none.md'), /^There is no file /],
    ['that is a folder', () => directory, / is a folder, and none of its Markdown files begins with "# Specification"/],
    ['that is too large', () => put('large.md', Buffer.alloc(LARGEST_DOCUMENT + 1, 'x')), /MB; a document may have/],
    ['with a zero byte', () => put('zero.md', Buffer.from([0x23, 0])), /is not text/],
    ['that is not UTF-8', () => put('latin.md', Buffer.from([0x23, 0xff])), /is not text in UTF-8/],
  ])('%s is named in one sentence', async (_, file, sentence) => {
    const read = await readDocumentFile(file())
    expect('problem' in read && read.problem).toMatch(sentence)
  })
})

describe('checking', () => {
  test('prints code frames, and says whether it is sound', { tags: 'reference/when-something-is-wrong' }, async () => {
    const wrong = await checkDocument(
      put('wrong.md', HELPDESK.replace('| Customer | Ticket | read |', '| Customer | Tickte | read |')),
      { asJson: false },
    )
    expect(wrong.isSound).toBe(false)
    expect(wrong.output).toMatch(/wrong\.md:\d+:\d+ {2}\S+ {2}error/)
    expect(wrong.output).toMatch(/1 error/)
    const sound = await checkDocument(put('sound.md', HELPDESK), { asJson: true })
    expect([sound.isSound, JSON.parse(sound.output).unknowns]).toMatchObject([
      true,
      [{ name: 'pager_url', line: expect.any(Number) }],
    ])
  })
})

describe('publishing', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp(HELPDESK)
  })
  afterAll(() => app.stop())

  async function publish(text: string): Promise<string> {
    const said: string[] = []
    await publishText({ file: 'running.md', text }, app.dependencies, (message) => said.push(message))
    return said.join('\n')
  }

  test('puts a new field in force for the next request, and keeps the data', async () => {
    const customer = await app.as('Customer')
    const { body } = await customer.post('/api/tickets', TICKET)
    const changed = HELPDESK.replace(
      '| internal_note | long text |',
      '| room | text | no | | | | Where it stands |\n| internal_note | long text |',
    )
    expect(await publish(changed)).toMatch(/^Published revision [0-9a-f]{12}\./)
    const read = await customer.get(`/api/tickets/${body.id}`)
    expect(read.body).toEqual({ ...body, room: null })
    expect(read.headers['verbatim-revision']).toBe(app.dependencies.current.running.revision)
  })

  test('takes a right away at once', async () => {
    const customer = await app.as('Customer')
    expect((await customer.get('/api/tags')).status).toBe(200)
    await publish(HELPDESK.replace('| everyone | Tag, Team | read | | all |', '| Agent | Tag, Team | read | | all |'))
    expect((await customer.get('/api/tags')).status).toBe(403)
  })

  test('leaves the running document in force when the new one is wrong', async () => {
    const before = app.dependencies.current.running.revision
    expect(
      await publish(HELPDESK.replace('| open | An agent works on it |', '| opne | An agent works on it |')),
    ).toContain('the last valid revision is still running')
    expect(app.dependencies.current.running.revision).toBe(before)
    expect((await (await app.as('Agent')).get('/api/tickets')).status).toBe(200)
  })

  test('names the records whose data would be lost', async () => {
    const administrator = await app.as('Administrator')
    const { body } = await administrator.post('/api/tags', { name: 'Printer', color: '#364fc7' })
    const said = await publish(HELPDESK.replace('| colour (color) | color | no | |\n', ''))
    expect(said).toMatch(
      /line \d+: Color of Tag is no longer in the document, and its value in 1 record would be lost\.$/m,
    )
    expect(said).toContain(`${body.id} (Printer): "#364fc7"`)
    expect((await administrator.get(`/api/tags/${body.id}`)).body).toMatchObject({ color: '#364fc7' })
  })
})
