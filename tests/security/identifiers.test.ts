// Wherever a call takes the name of something, text that is none leads to 400 or 404, and never into a statement.
// @module-tag I01
import { hash } from 'node:crypto'
import { constants, DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HELPDESK, TICKET } from '../apps/helpdesk.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

/** A mark in all that is sent, so that it is found again wherever it came to. */
const MARK = 'zq7'

const NAMES = [
  `${MARK}' OR '1'='1`,
  `${MARK}" OR "1"="1`,
  `subject' ${MARK}`,
  `subject" ${MARK}`,
  `subject; DROP TABLE ${MARK}`,
  `subject -- ${MARK}`,
  `subject/*${MARK}*/`,
  `subject COLLATE ${MARK}`,
  `subject DESC, (SELECT hash FROM ${MARK})`,
  `(CASE WHEN (SELECT count(*) FROM ${MARK}) > 0 THEN id ELSE subject END)`,
  `CASE WHEN 1=1 THEN ${MARK} END`,
  `1; SELECT ${MARK}`,
  `id) UNION SELECT ${MARK}(`,
  `${MARK}\`subject\``,
  `[${MARK}]`,
  `$.${MARK}`,
  `${MARK}\0subject`,
  `subject\n${MARK}`,
  `r.${MARK}`,
  `${MARK}(id)`,
  `ｓｕｂｊｅｃｔ${MARK}`,
  `subject\u200b${MARK}`,
]
/** Names that the engine or the program knows, and the document does not. */
const KNOWN_BENEATH = ['rowid', '_rowid_', 'oid', 'row', 'trashed_at', 'f1', 'r.id', 'random()', '1', '*', '__proto__']
const KNOWN_TO_THE_PROGRAM = ['constructor', 'toString', 'hasOwnProperty', 'then']

const ALL = [...NAMES, ...KNOWN_BENEATH, ...KNOWN_TO_THE_PROGRAM]

/** A text within a statement, from quote to quote: what stands there is no part of the language. */
const TEXT_OF_SQL = /'(?:[^']|'')*'/g

const statements: string[] = []
const refusedByEngine: string[] = []
let app: TestApp
let agent: Caller
let ticket = ''

beforeAll(async () => {
  const { prepare, setAuthorizer } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    statements.push(sql)
    return prepare.call(this, sql)
  })
  vi.spyOn(DatabaseSync.prototype, 'setAuthorizer').mockImplementation(function (this: DatabaseSync, decide) {
    return setAuthorizer.call(
      this,
      decide &&
        ((...asked) => {
          const answer = decide(...asked)
          if (answer !== constants.SQLITE_OK) refusedByEngine.push(asked.join(' '))
          return answer
        }),
    )
  })
  app = await startApp(HELPDESK.replace('| requests | 300 per minute |', '| requests | 1,000,000 per minute |'))
  agent = await app.as('Agent')
  const customer = await app.as('Customer')
  ticket = String((await customer.post('/api/tickets', TICKET)).body.id)
})
afterAll(async () => {
  await app.stop()
  vi.restoreAllMocks()
})

const at = (path: string, parameters: { readonly [name: string]: string }) =>
  `${path}?${Object.entries(parameters)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')}`
const list = (parameters: { readonly [name: string]: string }) => agent.get(at('/api/tickets', parameters))
const summary = (parameters: { readonly [name: string]: string }) => agent.get(at('/api/tickets/summary', parameters))
const segment = encodeURIComponent

const positions: readonly (readonly [string, (name: string) => PromiseLike<{ readonly status: number }>])[] = [
  ['sort', (name) => list({ sort: name })],
  ['descending sort', (name) => list({ sort: `-${name}` })],
  ['second sort', (name) => list({ sort: `subject,${name}` })],
  ['fields', (name) => list({ fields: name })],
  ['second of the fields', (name) => list({ fields: `subject,${name}` })],
  ['expand', (name) => list({ expand: name })],
  ['second step of expand', (name) => list({ expand: `requester.${name}` })],
  ['field of a filter', (name) => list({ filter: `this.${name} == "x"` })],
  ['step of a filter', (name) => list({ filter: `requester.${name} == "x"` })],
  ['function of a filter', (name) => list({ filter: `subject.${name}("x")` })],
  ['entity of a filter', (name) => list({ filter: `${name}.exists(each, true)` })],
  ['operator of a filter', (name) => list({ filter: `subject ${name} "x"` })],
  ['group of a summary', (name) => summary({ by: name })],
  ['group by month', (name) => summary({ by: `month(${name})` })],
  ['unit of a group', (name) => summary({ by: `${name}(created_at)` })],
  ['measure', (name) => summary({ measure: name })],
  ['field of a measure', (name) => summary({ measure: `max(${name})` })],
  ['kind of a measure', (name) => summary({ measure: `${name}(hours_to_resolve)` })],
  ['name of a parameter', (name) => list({ [name]: 'x' })],
  ['cursor', (name) => list({ after: name })],
  ['entity of a path', (name) => agent.get(`/api/${segment(name)}`)],
  ['id of a path', (name) => agent.get(`/api/tickets/${segment(name)}`)],
  ['key of a path', (name) => agent.get(`/api/tickets/${segment(name)}/x`)],
  ['transition of a path', (name) => agent.post(`/api/tickets/${ticket}/${segment(name)}`, {})],
  ['expand of one record', (name) => agent.get(at(`/api/tickets/${ticket}`, { expand: name }))],
  ['fields of one record', (name) => agent.get(at(`/api/tickets/${ticket}`, { fields: name }))],
  ['field of a body', (name) => agent.post('/api/tickets', { ...TICKET, [name]: 'x' })],
  ['field of a change', (name) => agent.patch(`/api/tickets/${ticket}`, { [name]: 'x' })],
]

test.each(positions)('as %s no text that names nothing gets anywhere', async (position, ask) => {
  for (const name of ALL) {
    const { status } = await ask(name)
    const expected = position.endsWith('path') ? [404, 405] : [400, 422]
    expect(expected, `${position} ${name}`).toContain(status)
  }
})

test('a cursor that was forged for its list carries only values', async () => {
  const sort = 'subject'
  const mark = hash('sha256', ['Ticket', undefined, sort, undefined].join('\n'), 'base64url').slice(0, 8)
  for (const name of NAMES) {
    const after = Buffer.from(JSON.stringify([mark, 0, name, name])).toString('base64url')
    const { status, body } = await list({ sort, after })
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body.items.length).toBeLessThanOrEqual(1)
  }
})

test('as a value such text is a value: nothing is found by it, and it comes back as it was sent', async () => {
  for (const name of NAMES) {
    const quoted = JSON.stringify(name)
    for (const parameters of [{ filter: `subject == ${quoted}` }, { filter: `subject.contains(${quoted})` }]) {
      const { status, body } = await list(parameters)
      expect([parameters, status, body.items]).toEqual([parameters, 200, []])
    }
    expect((await agent.get(`/api/tickets/number/${segment(name)}`)).status).toBe(404)
    const made = await agent.post('/api/articles', { title: name, body: name })
    // Line breaks and control characters are refused in a text of one line.
    const isOneLine = !/\p{Cc}/u.test(name)
    expect([name, made.status]).toEqual([name, isOneLine ? 201 : 422])
    // A title is unique: characters that show nothing make no second one.
    if (isOneLine) expect([made.body.title, made.body.body]).toEqual([name.replaceAll('\u200B', ''), name])
  }
})

test('nothing of all that became part of a statement, and the engine had nothing to refuse', () => {
  expect(statements.length).toBeGreaterThan(50)
  expect(statements.filter((sql) => sql.replaceAll(TEXT_OF_SQL, "''").includes(MARK))).toEqual([])
  expect(refusedByEngine).toEqual([])
})
