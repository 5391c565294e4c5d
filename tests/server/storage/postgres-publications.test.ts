// A document that one process publishes on PostgreSQL decides the next request at all others, whatever they do meanwhile.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashRevision } from '../../../server/document/current-document.ts'
import { publishText } from '../../../server/document/publish-file.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { databaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'
import { watchStatements } from '../../postgres/watch-statements.ts'

const shed = ({ fields = SHADE, title = '{name} {shade}', zone = 'Europe/Berlin', found = 't.name' } = {}): string =>
  documentOf({
    2: '| route | screen | shows | for |\n|---|---|---|---|\n| /tools/:id | Tool | record of Tool | Keeper |',
    3: `### Tool\n\n- title: "${title}"\n\n| field | type | required |\n|---|---|---|\n| name | text | yes |\n${fields}`,
    6: `| role | is |\n|---|---|\n| Keeper | keeps |\n\n| role | entity | may | where | fields |\n|---|---|---|---|---|\n| Keeper | Tool | everything | | all |`,
    7: `### POST /api/lookups\n\n- who: Keeper\n\n| takes | in | type | required |\n|---|---|---|---|\n| name | body | text | yes |\n\n1. answer 200\n\n\`\`\`json\n{ "found": "\`Tool.filter(t, t.name == input.name).map(t, ${found})\`" }\n\`\`\``,
    9: `| name | value |\n|---|---|\n| time zone | ${zone} |`,
  })

const SHADE = '| shade | text | no |'
const SHED = shed()
const WITH_ROOM = shed({ fields: `${SHADE}\n| room | text | no |` })
const PUBLICATIONS = 20
/** Fields that come and go. */
const GONE = 5
const WITH_FIELDS = [SHADE, ...Array.from({ length: GONE }, (_, at) => `| gone${at} | text | no |`)].join('\n')
/** Fields that come, go and get another type. */
const FIELDS = ['', SHADE, `${SHADE}\n| room | text | no |`, '| shade | integer | no |\n| kept | yes/no | no |']
const WITHOUT_SHADE = shed({ fields: '', title: '{name}' })

describe.runIf(ON_POSTGRES)('of two processes on one database', () => {
  let publisher: TestApp
  let other: TestApp
  /** A keeper at the process that publishes, and the same person at the other. */
  let here: Caller
  let there: Caller

  beforeEach(async () => {
    publisher = await startApp(SHED)
    other = await startApp(SHED, publisher.directory)
    here = await publisher.as('Keeper')
    there = other.with(here, here.token)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await other.close()
    await publisher.stop()
  })

  async function publishAt({ dependencies }: TestApp, text: string): Promise<void> {
    const said: string[] = []
    await publishText({ file: 'test.md', text }, dependencies, (message) => said.push(message))
    expect(said.join('\n')).toContain('Published revision')
  }

  const publish = (text: string): Promise<void> => publishAt(publisher, text)

  /** The next request of the other process has seen the former revision in force when this one is published. */
  function publishBehindNextRequest(text: string): void {
    const { database } = other.dependencies.storage
    const holder = database.holder.bind(database)
    vi.spyOn(database, 'holder').mockImplementationOnce(async (table, key) => {
      const found = await holder(table, key)
      await publish(text)
      return found
    })
  }

  async function ask(sql: string, values: readonly unknown[] = []): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: await databaseOf(publisher.directory) })
    await client.connect()
    const { rows } = await client.query(sql, [...values])
    await client.end()
    return rows
  }

  test('the other answers under what one has published, and reads its tables once without writing', async () => {
    await publish(WITH_ROOM)
    const { revision } = publisher.dependencies.current.running
    const { number } = publisher.dependencies.current
    const statements = watchStatements()
    const answers = await Promise.all(Array.from({ length: 5 }, () => there.get('/api/tools')))
    const schema = statements.filter((text) => /^(?:ALTER|CREATE|DROP)|INTO (?:catalogue|about|document)/.test(text))
    expect(answers.map(({ status, headers }) => [status, headers['verbatim-revision']])).toEqual(
      Array.from({ length: 5 }, () => [200, revision]),
    )
    expect([other.dependencies.current.number, other.dependencies.storage.number]).toEqual([number, number])
    expect(schema).toEqual([])
    expect(statements.filter((text) => text.includes('FROM catalogue_field'))).toHaveLength(1)
    const { status, body } = await there.post('/api/tools', { name: 'Spade', room: 'A 1' })
    expect([status, body]).toMatchObject([201, { room: 'A 1' }])
    expect((await here.get(`/api/tools/${body.id}`)).body).toMatchObject({ room: 'A 1' })
  })

  test('a request that has begun under the former document and meets the tables of the next is answered under that', async () => {
    const { body: tool } = await here.post('/api/tools', { name: 'Spade' }).expect(201)
    publishBehindNextRequest(WITHOUT_SHADE)
    const { status, body, headers } = await there.get(`/api/tools/${tool.id}`)
    expect([status, headers['verbatim-revision']]).toEqual([200, publisher.dependencies.current.running.revision])
    expect(body).toMatchObject({ name: 'Spade' })
    expect(body).not.toHaveProperty('shade')
    expect(publisher.dependencies.current.number).toBe(2)
  })

  test('a call that only reads is answered under the next document, too, with the body that it was sent', async () => {
    await publish(shed({ found: 't.shade' }))
    await here.post('/api/tools', { name: 'Spade' }).expect(201)
    expect((await there.post('/api/lookups', { name: 'Spade' })).body).toEqual({ found: [null] })
    publishBehindNextRequest(WITHOUT_SHADE)
    const { status, body, headers } = await there.post('/api/lookups', { name: 'Spade' })
    expect([status, body]).toEqual([200, { found: ['Spade'] }])
    expect(headers['verbatim-revision']).toBe(publisher.dependencies.current.running.revision)
  })

  test('a page that has begun under the former document is sent under the next', async () => {
    const { body: tool } = await here.post('/api/tools', { name: 'Spade' }).expect(201)
    publishBehindNextRequest(WITHOUT_SHADE)
    const page = await other.anyone.get(`/tools/${tool.id}`).set('Cookie', `session=${here.token}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`"revision":"${publisher.dependencies.current.running.revision}"`)
  })

  test('a command that was asked for under the former document is refused for now, and nothing is written', async () => {
    publishBehindNextRequest(WITHOUT_SHADE)
    const { status, body, headers } = await there.post('/api/tools', { name: 'Spade', shade: 'green' })
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'unavailable', '2'])
    expect((await here.get('/api/tools?count=exact')).body).toMatchObject({ items: [], count: 0 })
    expect((await there.post('/api/tools', { name: 'Spade' })).status).toBe(201)
  })

  test(`while both publish ${PUBLICATIONS} documents, no request fails inside, and none is answered under a former one`, async () => {
    const order = new Map([[publisher.dependencies.current.running.revision, 0]])
    let isOver = false
    const answers: { readonly status: number; readonly began: number; readonly under: number }[] = []
    const ask = async (send: () => ReturnType<Caller['get']>): Promise<void> => {
      while (!isOver) {
        const began = order.size - 1
        const { status, headers } = await send()
        answers.push({ status, began, under: order.get(String(headers['verbatim-revision'])) ?? Infinity })
      }
    }
    const asking = [here, there].flatMap((caller) =>
      Array.from({ length: 4 }, (_, at) =>
        ask(() => (at % 2 === 0 ? caller.get('/api/tools?count=exact') : caller.post('/api/tools', { name: 'Spade' }))),
      ),
    )
    const done = Promise.all(asking)
    for (let at = 1; at <= PUBLICATIONS; at += 1) {
      const text = shed({ fields: FIELDS[at % FIELDS.length] ?? '', title: '{name}' }).replace(': Test', `: Shed ${at}`)
      await publishAt(at % 2 === 0 ? other : publisher, text)
      order.set(hashRevision(text), at)
    }
    isOver = true
    await done
    expect(answers.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([])
    expect(answers.filter(({ status, under, began }) => status !== 503 && under < began)).toEqual([])
    expect(answers.filter(({ status }) => status !== 503).length).toBeGreaterThan(PUBLICATIONS)
  })

  test('a publication writes of the catalogue what it changes', async () => {
    for (const fields of [WITH_FIELDS, SHADE]) await publish(shed({ fields }))
    const statements = watchStatements()
    await publish(WITH_ROOM)
    expect(statements.filter((text) => text.includes('INTO catalogue_field'))).toHaveLength(1)
    const known = await ask('SELECT count(*)::int AS fields FROM catalogue_field WHERE present = 0')
    expect(known).toEqual([{ fields: GONE }])
    await other.close()
    other = await startApp(WITH_ROOM, publisher.directory)
    expect((await other.with(here, here.token).post('/api/tools', { name: 'Spade', room: 'A 1' })).status).toBe(201)
  })

  test('readers are answered while a publication waits for the end of a long command', async () => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const long = other.dependencies.storage.write(
      () => {
        begun.resolve()
        return end.promise
      },
      { isLong: true },
    )
    await begun.promise
    const published = publish(WITH_ROOM)
    await expect
      .poll(() => ask('SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted'))
      .toEqual([{ waiting: 1 }])
    expect((await there.get('/api/tools')).status).toBe(200)
    end.resolve()
    await Promise.all([long, published])
  })

  test('another time zone is known to the database from then on', async () => {
    await here.post('/api/tools', { name: 'Spade' }).expect(201)
    await publish(shed({ zone: 'Asia/Tokyo' }))
    const filter = encodeURIComponent('year(created_at) == 2026')
    expect((await there.get(`/api/tools?filter=${filter}`)).status).toBe(200)
  })

  test('a revision that this version can’t run makes it answer 503 until one is in force that it can', async () => {
    const add = (number: number, text: string) =>
      ask(
        `INSERT INTO document_revision (number, revision, at, person, file, is_from_file, length, text) VALUES ($1, $2, $3, NULL, 'test.md', 0, $4, $5)`,
        [number, `revision-${number}`, new Date(publisher.clock.now).toISOString(), text.length, text],
      )
    await add(2, shed({ zone: 'nonsense' }))
    const refused = await there.get('/api/tools')
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '5'])
    expect((await there.post('/api/tools', { name: 'Spade' })).status).toBe(503)
    const page = await other.anyone.get('/')
    expect([page.status, page.headers['retry-after']]).toEqual([503, '5'])
    const ready = await other.anyone.get('/api/health/ready')
    expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', reason: 'newer_document' }])
    expect((await other.anyone.get('/api/health/live')).status).toBe(200)
    await add(3, SHED)
    expect((await other.anyone.get('/api/health/ready')).status).toBe(200)
    expect((await there.get('/api/tools')).status).toBe(200)
  })
})
