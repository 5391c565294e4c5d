// What means something to a search engine, a pattern, a header or a log is text like any other.
// @module-tag I03
// @module-tag I04
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSurfaces } from '../helpers/list-surfaces.ts'
import { createApp } from '../../server/app.ts'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: '### Note\n\n| field | type | limits |\n|---|---|---|\n| title | text | searchable |',
})

let app: TestApp
let root: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  root = await app.as('Administrator')
})
afterAll(() => app.stop())

const add = async (title: string): Promise<string> =>
  String((await root.post('/api/notes', { title }).expect(201)).body.title)
const titles = async (parameters: { readonly [name: string]: string }): Promise<readonly string[]> => {
  const { body } = await root.get(`/api/notes?${new URLSearchParams(parameters)}`).expect(200)
  return (body.items as { title: string }[]).map(({ title }) => title)
}

describe('a search', () => {
  test('takes no word, sign or name for its own', async () => {
    const plain = await add('alpha beta gamma')
    const literal = await add('alpha NOT beta NEAR gamma OR title')
    const both = [literal, plain]
    const found: readonly (readonly [string, readonly string[]])[] = [
      ['alpha', both],
      ['alpha OR nothing', []],
      ['alpha OR', [literal]],
      ['alpha NOT beta', [literal]],
      ['alpha AND beta', []],
      ['NEAR(alpha gamma)', []],
      ['NEAR gamma', [literal]],
      ['NEAR(alpha gamma, 1)', []],
      ['title:alpha', []],
      ['title', [literal]],
      ['{title} : alpha', [literal]],
      ['{f1} : alpha', []],
      ['^beta', both],
      ['-beta', both],
      ['beta + gamma', both],
      ['"alpha', both],
      ['alpha"', both],
      ['""alpha""', both],
      ['"alpha gamma"', both],
      ['al*pha', []],
      ['alpha*', both],
      ['(alpha', both],
      ['alpha) OR (beta', [literal]],
      ["alpha' OR 1=1 --", []],
      ['alpha\0beta', both],
      ['*', []],
      ['"', []],
      ['%', []],
      ['_____', []],
    ]
    for (const [search, expected] of found) expect([search, await titles({ search })]).toEqual([search, expected])
  })
})

describe('a text that is compared', () => {
  test('is no pattern', async () => {
    const odd = await add('100 % of a_b [c] * ? \\ "q" \'s\'')
    const even = await add('100 of axb c d')
    const found: readonly (readonly [string, readonly string[]])[] = [
      ['title.contains("%")', [odd]],
      ['title.contains("a_b")', [odd]],
      ['title.contains("[c]")', [odd]],
      ['title.contains("*")', [odd]],
      ['title.contains("?")', [odd]],
      ['title.contains("\\\\")', [odd]],
      ['title.contains("\'")', [odd]],
      ['title.startsWith("100 %")', [odd]],
      ['title.startsWith("100 _")', []],
      ['title.startsWith("1*")', []],
      ['title.endsWith("%")', []],
      ['title == "100%"', []],
      ['title in ["%", "*"]', []],
      ['title.startsWith("100")', [even, odd]],
    ]
    for (const [filter, expected] of found) expect([filter, await titles({ filter })]).toEqual([filter, expected])
  })

  test('does not end at a NUL', async () => {
    const { status, body } = await root.post('/api/notes', { title: 'before\0after' })
    // Kept whole, or refused: never cut.
    if (status === 201) expect(body.title).toBe('before\0after')
    else expect([status, body.code]).toEqual([422, 'invalid'])
    await add('before')
    const { status: asked, body: answer } = await root.get(
      `/api/notes?${new URLSearchParams({ filter: 'title == "before\\u0000x"' })}`,
    )
    if (asked === 200) expect(answer.items).toEqual([])
    else expect(asked).toBe(400)
    for (const filter of [
      'title.contains("\\u0000")',
      'title in ["before\\u0000x"]',
      'title.startsWith("before\\u0000x")',
    ])
      expect([filter, await titles({ filter })]).toEqual([
        filter,
        filter.includes('contains') && status === 201 ? ['before\0after'] : [],
      ])
    expect((await root.get('/api/notes/%00')).status).toBe(404)
  })

  test('of an administrator’s search for people is no pattern either', async () => {
    const people = async (search: string): Promise<number> =>
      (await root.get(`/api/system/people?${new URLSearchParams({ search })}`).expect(200)).body.items.length
    expect(await people('@example.com')).toBeGreaterThan(0)
    for (const search of ['%', '_', '*', '?', '[a-z]', "' OR '1'='1"])
      expect([search, await people(search)]).toEqual([search, 0])
  })
})

/** Encodings of a line break, and of what some programs take for one. */
const BREAKS = [
  '%0d%0aX-Evil:%20yes',
  '%0aX-Evil:%20yes',
  '%0d%0a%0d%0a<script>',
  '%e5%98%8a%e5%98%8dX-Evil:%20yes',
  '%E2%80%A8X-Evil',
]

describe('a line break', () => {
  test('in an address begins no header, on any surface', async () => {
    for (const surface of listSurfaces()) {
      const [method = '', path = ''] = surface.split(' ')
      for (const evil of BREAKS) {
        const filled = `/api${path}`.replace(':entity', 'notes').replaceAll(/:\w+/g, evil)
        for (const target of [filled, `${filled}?next=${evil}&search=${evil}`, `${filled}?${evil}=x`]) {
          const { headers, lines } = await send(method, target)
          expect(headers, `${method} ${target}`).not.toHaveProperty('x-evil')
          expect(lines.join('\n')).not.toMatch(/^x-evil/im)
        }
      }
    }
  })

  test('in what is sent along is no header, and none of it is sent back', async () => {
    const names = [
      'X-Request-Id',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Origin',
      'User-Agent',
      'Accept-Language',
    ]
    for (const name of names) {
      const { headers, lines } = await send('GET', '/api/notes', { [name]: 'mine-0123 X-Evil: yes' })
      expect(headers).not.toHaveProperty('x-evil')
      expect(lines.join('\n')).not.toContain('mine-0123')
    }
  })

  test('makes no line of its own in the log', async () => {
    const written: string[] = []
    const stream = new Writable({
      write(chunk: Buffer, _, done) {
        written.push(chunk.toString())
        done()
      },
    })
    const reader = new Proxy(app.dependencies.storage.database, {
      get() {
        throw new Error('it broke\n{"level":30,"msg":"forged"}\r\n\u2028next')
      },
    })
    const storage = new Proxy(app.dependencies.storage, {
      get: (whole, name) => (name === 'database' ? reader : (Reflect.get(whole, name) as unknown)),
    })
    const server = createServer(createApp({ ...app.dependencies, storage, log: pino({}, stream) }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const bearer = { Authorization: `Bearer ${root.token}` }
    await send('GET', '/api/notes/%0a%7B%22level%22:30%7D', bearer, server.address() as AddressInfo)
    await send('GET', '/x%0d%0aforged', bearer, server.address() as AddressInfo)
    server.close()
    const lines = written.join('').split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(0)
    const [info, error] = [30, 50]
    for (const line of lines) expect([info, error]).toContain((JSON.parse(line) as { level: number }).level)
    expect(lines.filter((line) => line.includes('"level":50'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes('forged') && !line.includes('"err"'))).toEqual([])
    expect(written.join('')).not.toContain('\r')
  })
})

interface Sent {
  readonly headers: object
  /** Names and values as they came. */
  readonly lines: readonly string[]
}

function send(
  method: string,
  path: string,
  headers: { readonly [name: string]: string } = { Authorization: `Bearer ${root.token}` },
  { port } = app.server.address() as AddressInfo,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      answer.resume()
      const { rawHeaders } = answer
      const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
      answer.on('end', () => resolve({ headers: answer.headers, lines }))
    })
    call.on('error', reject)
    call.end()
  })
}
