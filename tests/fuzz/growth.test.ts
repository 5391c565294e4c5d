// Whatever text a route takes, of whatever hostile kind, its work grows at most as the text does: it is counted, not timed.
// @module-tag O17
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIXED_ROUTES } from '../../server/api/router.ts'
import type { ApiRoute } from '../../server/api/routes/route.ts'
import type { BodySchema } from '../../server/api/routes/body-schema.ts'
import { compile } from '#shared/compile.ts'
import { PLAIN_KINDS } from '#shared/fields/field-type.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { readText } from '#shared/fields/reading/read-text.ts'
import { makeReading } from '#shared/fields/reading/reading.ts'
import { splitLongText } from '../../client/ui/text/split-long-text.ts'
import { excerptAround, readSearch } from '../../client/data/search/mark-hits.ts'
import { splitAddresses } from '../../client/ui/text/web-addresses.ts'
import { possibleMentions } from '#shared/text/mentions.ts'
import { HELPDESK } from '../apps/helpdesk.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'
import { documentOf } from '../helpers/compile-document.ts'
import type { WorkCounter } from '../helpers/count-work.ts'
import { createWorkCounter } from '../helpers/count-work.ts'

/** `npm run test:fuzz` sends every kind to every text of every route, `npm test` some. */
const IS_LONG = Number(process.env['FUZZ_CASES'] ?? 0) > 100_000

/** Each makes a text of about so many characters. */
const KINDS: { readonly [kind: string]: (size: number) => string } = {
  marks: (size) => `a${'\u0301\u0323'.repeat(size / 2)}`,
  nesting: (size) => '('.repeat(size / 2) + ')'.repeat(size / 2),
  emphasis: (size) => '*a* '.repeat(size / 4),
  digits: (size) => '1'.repeat(size),
  blanks: (size) => `a${' '.repeat(size)}b`,
  brackets: (size) => '['.repeat(size),
  mentions: (size) => '@Ada '.repeat(size / 5),
  commas: (size) => 'a,'.repeat(size / 2),
  quotes: (size) => `"${String.raw`\"`.repeat(size / 2)}`,
  operators: (size) => `subject = "a"${' or subject = "a"'.repeat(size / 17)}`,
  words: (size) => 'printer jam '.repeat(size / 12),
  ideographs: (size) => '東京都庁'.repeat(size / 4),
  invisible: (size) => `a${'\u200B'.repeat(size)}b`,
  dots: (size) => 'a.'.repeat(size / 2),
  slashes: (size) => `/api/${'a/'.repeat(size / 2)}`,
  semicolons: (size) => 'a=b; '.repeat(size / 5),
}
const kinds = IS_LONG ? Object.keys(KINDS) : ['marks']
/** Conditions are read in lists. */
const kindsOfLists = IS_LONG ? kinds : [...kinds, 'operators']

/** Characters; of what is in a body. */
const SIZES = [2_000, 4_000, 8_000] as const
/** Makes hostile texts for an address or a header. */
const SMALL_SIZES = [800, 1_600, 3_200] as const
/** Blocks of code: what a request takes that does something else for a longer text, such as refusing it. */
const SLACK = 20_000
/** How much faster than the text the work may grow by chance; the square grows twice as fast. */
const TOLERANCE = 1.4
/** How often the work is counted at most: once where it is linear as counted. */
const COUNTINGS = 3

let app: TestApp
let administrator: Caller
let counter: WorkCounter
let ticket = ''
beforeAll(async () => {
  app = await startApp(
    HELPDESK.replace('| requests | 300 per minute |', '| requests | 10,000,000 per minute |'),
    undefined,
    {
      trustedProxies: 1,
    },
  )
  administrator = await app.as('Administrator')
  const customer = await app.as('Customer')
  ticket = (await customer.post('/api/tickets', { subject: 'Printer', description: 'It jams.' }).expect(201)).body.id
  counter = await createWorkCounter()
})
afterAll(async () => {
  await counter.stop()
  await app.stop()
})

/** Fails where the work grows faster than the size. */
async function expectLinear(name: string, sizes: readonly number[], work: (size: number) => unknown): Promise<void> {
  const [small = 0, middle = 0, large = 0] = sizes
  // What is read once for the process.
  await work(small)
  let counts: readonly number[] = []
  // What else the process does meanwhile adds to a count: the least of a few is that of the work.
  for (let time = 0; time < COUNTINGS; time++) {
    const counted = await counter.count([small, middle, large].map((size) => () => work(size)))
    counts = counted.map((count, at) => Math.min(count, counts[at] ?? count))
    const [one = 0, two = 0, four = 0] = counts
    if (four - two <= 2 * Math.max(two - one, 0) * TOLERANCE + SLACK) return
  }
  expect([name, counts]).toEqual([name, 'linear'])
}

test('the work of a square is noticed, and that of a line is not', async () => {
  const text = 'http://example.com/ '
  await expectLinear('a line', SIZES, (size) => splitAddresses(text.repeat(size)))
  const square = expectLinear('a square', [200, 400, 800], (size) => {
    for (let at = 0; at < size; at++) splitAddresses(text.repeat(size))
  })
  await expect(square).rejects.toThrow('a square')
})

let address = 0
/** Sends each request from a new address: limits of attempts would hide what is behind them. */
function send(method: string, path: string, body?: string, headers: { readonly [name: string]: string } = {}) {
  address += 1
  return fetch(`http://127.0.0.1:${(app.server.address() as { port: number }).port}${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
      Authorization: `Bearer ${administrator.token}`,
      ...headers,
    },
  }).then((response) => response.text())
}

/** A body that the schema admits, with the text at the path; members that may be left out are, but for those on the path. */
function bodyWith(schema: BodySchema, path: readonly string[], text: string): unknown {
  const [name, ...rest] = path
  if (schema.anyOf !== undefined) return bodyWith(schema.anyOf[Number(name ?? 0)] ?? {}, rest, text)
  if ([schema.type ?? []].flat().includes('array'))
    return Array.from({ length: Math.max(schema.minItems ?? 0, path.length > 0 ? 1 : 0) }, () =>
      bodyWith(schema.items ?? {}, rest, text),
    )
  if (schema.type === 'object' || schema.properties !== undefined) {
    const names = new Set([...(schema.required ?? []), ...(name === undefined ? [] : [name])])
    return Object.fromEntries(
      [...names].map((each) => [each, bodyWith(schema.properties?.[each] ?? {}, each === name ? rest : [], text)]),
    )
  }
  if (path.length === 0 && isText(schema) && text !== '') return text
  return schema.enum?.[0] ?? schema.const ?? (schema.type === 'integer' ? 1 : schema.type === 'boolean' ? true : 'a')
}

function isText(schema: BodySchema): boolean {
  return [schema.type ?? []].flat().includes('string') && schema.enum === undefined && schema.const === undefined
}

/** Lists the places of texts in a body. */
function textPaths(schema: BodySchema, at: readonly string[] = []): readonly (readonly string[])[] {
  if (schema.anyOf !== undefined)
    return schema.anyOf.flatMap((choice, place) => textPaths(choice, [...at, String(place)]))
  if (schema.items !== undefined) return textPaths(schema.items, [...at, '0'])
  if (isText(schema)) return [at]
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => textPaths(member, [...at, name]))
}

/** These end what the others are sent with. */
const ENDS_SESSIONS = new Set(['sign_out', 'sign_out_elsewhere', 'stop_viewing', 'view_as'])
const bodyRoutes = FIXED_ROUTES.flatMap((route) =>
  route.body === undefined || ENDS_SESSIONS.has(route.id)
    ? []
    : textPaths(route.body).map((path) => [`${route.method} ${route.path} ${path.join('.')}`, route, path] as const),
)
const queryRoutes = FIXED_ROUTES.flatMap((route) =>
  Object.entries(route.query ?? {})
    .filter(([, schema]) => route.method === 'GET' && isText(schema))
    .map(([name]) => [`${route.path}?${name}=`, route, name] as const),
)
const pathOf = ({ path }: ApiRoute): string => `/api${path.replaceAll(/:\w+/g, ticket)}`

describe('the work of a route grows at most as a text in its body', () => {
  test('there are such texts', () => expect(bodyRoutes.length).toBeGreaterThan(25))

  test.each(bodyRoutes)('%s', async (name, route, path) => {
    for (const kind of kinds) {
      const make = KINDS[kind] ?? String
      await expectLinear(`${name} ${kind}`, SIZES, (size) =>
        send(route.method, pathOf(route), JSON.stringify(bodyWith(route.body ?? {}, path, make(size)))),
      )
    }
  })
})

describe('the work of a route grows at most as a text in its address', () => {
  const lists = ['filter', 'search', 'sort', 'fields', 'expand', 'after'].map(
    (name) => [`/tickets?${name}=`, name] as const,
  )
  const others = ['/tickets/summary?by=', '/tickets/summary?measure=', '/tickets/export?fields='].map(
    (path) => [path, ''] as const,
  )

  test.each(queryRoutes)('%s', async (name, route, parameter) => {
    for (const kind of kinds) {
      const make = KINDS[kind] ?? String
      await expectLinear(`${name} ${kind}`, SMALL_SIZES, (size) =>
        send('GET', `${pathOf(route)}?${parameter}=${encodeURIComponent(make(size))}`),
      )
    }
  })

  test.each([...lists, ...others])('%s', async (path) => {
    for (const kind of kindsOfLists)
      await expectLinear(`${path} ${kind}`, SMALL_SIZES, (size) =>
        send('GET', `/api${path}${encodeURIComponent((KINDS[kind] ?? String)(size))}`),
      )
  })

  test('a path', async () => {
    for (const kind of kinds)
      await expectLinear(`path ${kind}`, SMALL_SIZES, (size) =>
        send('GET', `/api/tickets/${encodeURIComponent((KINDS[kind] ?? String)(size)).replaceAll('%2F', '/')}`),
      )
  })
})

describe('the work of a request grows at most as one of its headers', () => {
  test.each([
    'Cookie',
    'Accept-Encoding',
    'Accept-Language',
    'If-None-Match',
    'If-Match',
    'Confirm',
    'Forwarded',
    'X-Forwarded-For',
    'Idempotency-Key',
    'Authorization',
    'Origin',
    'User-Agent',
  ])('%s', async (header) => {
    for (const kind of kinds) {
      const text = (size: number): string =>
        Buffer.from((KINDS[kind] ?? String)(size))
          .toString('latin1')
          .replaceAll(/\p{Cc}/gu, 'x')
      await expectLinear(`${header} ${kind}`, SMALL_SIZES, (size) =>
        send('GET', '/api/tickets', undefined, { [header]: text(size) }),
      )
    }
  })
})

describe('the work of a write grows at most as what is written', () => {
  test.each(['subject', 'description', 'priority', 'due_at', 'team', 'nothing'])(
    'a ticket with a text in %s',
    async (field) => {
      for (const kind of kinds)
        await expectLinear(`${field} ${kind}`, SIZES, (size) =>
          send(
            'POST',
            '/api/tickets',
            JSON.stringify({ subject: 'a', description: 'b', [field]: (KINDS[kind] ?? String)(size) }),
          ),
        )
    },
  )

  test('a comment, and its mentions', async () => {
    for (const kind of kinds)
      await expectLinear(`comment ${kind}`, SIZES, (size) =>
        send('POST', '/api/comments', JSON.stringify({ ticket, text: (KINDS[kind] ?? String)(size) })),
      )
  })

  test('members of a body, calls of a batch, names in a body', async () => {
    const members = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`m${at}`, 1]))
    await expectLinear('members', [2_000, 4_000, 8_000], (size) =>
      send('POST', '/api/tickets', JSON.stringify(members(size))),
    )
    await expectLinear('calls', [50, 100, 200], (size) =>
      send(
        'POST',
        '/api/batch',
        JSON.stringify({
          calls: Array.from({ length: size }, () => ({
            method: 'POST',
            path: '/api/tickets',
            body: { subject: 'a', description: 'b' },
          })),
        }),
      ),
    )
    await expectLinear('nesting', [2_000, 4_000, 8_000], (size) =>
      send('POST', '/api/tickets', `${'['.repeat(size)}${']'.repeat(size)}`),
    )
  })

  // Rows are read in the background; a cell is read below.
  test('columns of an import', async () => {
    await expectLinear('columns', SIZES, (size) =>
      send('POST', '/api/tickets/import', `${Array.from({ length: size }, (_, at) => `c${at}`).join(',')}\n`, {
        'Content-Type': 'text/csv',
      }),
    )
  })
})

describe('the work of what shows or reads a text grows at most as the text', () => {
  const readers: { readonly [name: string]: (text: string) => unknown } = {
    'a document, in its prose': (text) => compile(documentOf({ 1: text.slice(0, 15_000) })),
    'parts of a long text': splitLongText,
    'an excerpt of a found text': (text) => excerptAround(text, readSearch('zebra', true)),
    'a search': (text) => readSearch(text, true),
    'addresses in a text': (text) => splitAddresses(`http://example.com/${text}`),
    'mentions in a text': (text) => possibleMentions(text),
  }

  const reading = makeReading(makePrinting('en', 'Europe/Berlin'), '2026-11-27')
  const cells = PLAIN_KINDS.map((kind) => [
    `a cell of ${kind}`,
    (text: string) => readText(text, { name: { identifier: 'a', label: 'A' }, type: { kind } } as never, reading),
  ])

  test.each([...Object.entries(readers), ...cells] as [string, (text: string) => unknown][])(
    '%s',
    async (name, read) => {
      for (const kind of kinds)
        await expectLinear(`${name} ${kind}`, SIZES, (size) => read((KINDS[kind] ?? String)(size)))
    },
  )
})
