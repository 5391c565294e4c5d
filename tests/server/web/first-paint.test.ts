// What the server draws of lists and records before the script runs: by the policy of the reader, and as text.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../../server/app.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| /notes | Notes | table of Note | everyone |
| /notes/:id | Note | record of Note | everyone |

### Notes

- where: \`kind != "gone"\`
- sort: rank

| view | for | where | sort |
|---|---|---|---|
| First | Clerk | \`kind == "first"\` | |
| Second | Guest | \`kind == "second"\` | rank descending |
| All | everyone | | rank descending |
`,
  3: `
### Note

- title: \`name\`

| field | type |
|---|---|
| name | text |
| rank | integer |
| kind | one of first, second, gone |
| secret | long text |
| body | markdown |
`,
  6: `
- sign-in: password

| role | is |
|---|---|
| Clerk | sees all |
| Guest | sees some |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Note | everything | | all |
| Guest | Note | read | \`rank < 30\` | all except secret |
`,
})

let app: TestApp
let server: Server
let clerk: Caller
let guest: Caller
let id = ''

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  const clientDirectory = mkdtempSync(join(tmpdir(), 'verbatim-client-'))
  writeFileSync(
    join(clientDirectory, 'index.html'),
    '<!doctype html><html lang="en"><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><title>Verbatim</title></head><body><div id="root"></div><noscript>-</noscript></body></html>',
  )
  server = createServer(createApp({ ...app.dependencies, clientDirectory }))
  clerk = await app.as('Clerk')
  guest = await app.as('Guest')
  const notes = [
    {
      name: 'Ten <b>',
      rank: 10,
      kind: 'first',
      secret: 'not for guests',
      body: 'Read *this* & <script>alert(1)</script>',
    },
    { name: 'Twenty', rank: 20, kind: 'second' },
    { name: 'Twenty-five', rank: 25, kind: 'second' },
    { name: 'Thirty', rank: 30, kind: 'second' },
    { name: 'Gone', rank: 5, kind: 'gone' },
  ]
  for (const note of notes) {
    const { body } = await clerk.post('/api/notes', note)
    if (note.rank === 10) id = String(body.id)
  }
})
afterAll(() => app.stop())

async function pageOf(who: Caller, path: string): Promise<string> {
  const { text } = await request(server).get(path).set('Cookie', `session=${who.token}`)
  return /<div id="root">([^]*?)<\/div><noscript>|<div id="root">([^]*)<\/div>/.exec(text)?.[0] ?? ''
}

async function rowsOf(who: Caller, path: string): Promise<readonly string[]> {
  const rows = /<div class="first-rows">(.*?)<\/div><\/div>/.exec(await pageOf(who, path))?.[1] ?? ''
  return rows === '' ? [] : rows.replace(/^<div>/, '').split('</div><div>')
}

test('a list begins with the titles of its first rows: of the view that is open, in its order, for this reader', async () => {
  expect(await rowsOf(clerk, '/notes')).toEqual(['Ten &lt;b&gt;'])
  expect(await rowsOf(guest, '/notes')).toEqual(['Twenty-five', 'Twenty'])
  expect(await rowsOf(clerk, '/notes?view=all')).toEqual(['Thirty', 'Twenty-five', 'Twenty', 'Ten &lt;b&gt;'])
})

test.each(['/notes?q=ten', '/notes?view=all&sort=name', '/notes?view=first', '/notes?view=nowhere'])(
  'one that is narrowed, or is in a view of others, begins with grey shapes: %s',
  async (path) => {
    expect(await rowsOf(guest, path)).toEqual([])
    expect(await pageOf(guest, path)).toContain('data-shape="row"')
  },
)

test('a record begins with the first paragraph that its reader may read, and runs nothing', async () => {
  const text = async (who: Caller) =>
    /<div class="first-text">(.*?)<\/div>/.exec(await pageOf(who, `/notes/${id}`))?.[1]
  expect(await text(clerk)).toBe('<p class="first-lines">not for guests</p>')
  expect(await text(guest)).toBe('<p>Read <em>this</em> &amp; &lt;script&gt;alert(1)&lt;/script&gt;</p>')
})
