// Data that is moved into a PostgreSQL database answers as before, and moved back it is what it was, row by row.
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { loadInto, sampleOf } from '../../apps/people-sample.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { compileDocument, readShipped } from '../../helpers/compile-document.ts'
import { UNWANTED_STATEMENTS } from '../../postgres/unwanted-statements.ts'
import { watchStatements } from '../../postgres/watch-statements.ts'
import { reportPlan } from '../../../server/plan/print-plan.ts'
import { checkPostgresAudit } from '../../../server/storage/postgres/check-postgres-audit.ts'
import { checkAudit } from '../../../server/storage/sqlite/check-audit.ts'
import { keyIn, NOW, rowsOf, run, SMALL, startMoves, startOn } from './moves.ts'

const { server, place, newDatabase, smallDesk, end } = await startMoves()

afterEach(() => vi.restoreAllMocks())
afterAll(end)

function problemsOf(directory: string): readonly unknown[] {
  const database = new DatabaseSync(join(directory, 'verbatim.db'), { readOnly: true })
  const found = database.prepare('PRAGMA foreign_key_check').all()
  database.close()
  return found
}

/** Everything that someone with all roles reads: records, histories, the trash, what a search finds, files. */
async function answersOf({ dependencies }: TestApp, caller: Caller): Promise<readonly unknown[]> {
  const answers: unknown[] = []
  const ask = async (path: string): Promise<{ readonly items?: readonly { readonly id: string }[] }> => {
    const { status, body } = await caller.get(path)
    const { request: _, ...answer } = body
    answers.push([path, status, answer])
    return body
  }
  for (const { path } of dependencies.current.running.model.entities.values()) {
    const { items = [] } = await ask(`/api/${path}?limit=100&count=exact`)
    await ask(`/api/${path}?trash=&limit=100`)
    await ask(`/api/${path}?search=re&limit=50`)
    await ask(`/api/${path}?sort=-created_at&limit=100`)
    for (const { id } of items.slice(0, 5)) await ask(`/api/${path}/${id}/history`)
  }
  await ask('/api/system/inbox')
  await ask('/api/system/document/revisions')
  for (const [, , body] of answers as readonly (readonly [string, number, object])[])
    for (const [url] of JSON.stringify(body).matchAll(/\/api\/files\/[\w/-]+/g))
      answers.push([url, (await caller.get(url).buffer(true)).body])
  return answers
}

interface Desk {
  readonly directory: string
  readonly text: string
  readonly caller: Pick<Caller, 'id' | 'token'>
  readonly answers: readonly unknown[]
}

/** The sample, and a day's work on it: changes, deletions for a while and for good, and a secret that is sealed. */
async function makeDesk(name: string): Promise<Desk> {
  const directory = mkdtempSync(join(place, `${name}-`))
  const text = readShipped(name)
  const app = await startApp(text, directory)
  const { dependencies, clock } = app
  const sample = sampleOf(
    readFileSync(new URL(`../../../shared/documents/${name}.sample.json`, import.meta.url), 'utf8'),
  )
  await loadInto({ ...dependencies, hash: dependencies.passwords.hash, now: clock.now }, sample)
  const caller = await app.as([...dependencies.current.running.model.roles.keys()].join(', '))
  for (const { path, fields } of dependencies.current.running.model.entities.values()) {
    const { body } = await caller.get(`/api/${path}?limit=15`)
    const items: readonly { readonly id: string }[] = body.items ?? []
    const title = [...fields.values()].find(({ type, standard }) => type.kind === 'text' && !standard)?.name.identifier
    clock.now += 60_000
    for (const [at, { id }] of items.entries()) {
      if (id === caller.id) continue
      if (at % 3 === 0 && title !== undefined)
        await caller.patch(`/api/${path}/${id}`, { [title]: `Ünïcode 🦉 "${at}" \\ naïve` })
      if (at % 7 === 5) await caller.delete(`/api/${path}/${id}`)
    }
  }
  await dependencies.storage.write(async (transaction) => {
    const seed = dependencies.keyring.seal('seed', 'a test')
    await transaction.putSystem('second_factor', {
      key: caller.id,
      person: caller.id,
      expiresAt: null,
      value: { seed },
    })
  })
  const answers = await answersOf(app, caller)
  await app.close()
  return { directory, text, caller, answers }
}

/** Lists parts of the database that would bind the product to one engine. */
async function strangeParts(url: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(`
    SELECT 'trigger' AS what, tgname AS name FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'constraint', conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND (condeferrable OR contype = 'x')
    UNION ALL SELECT 'function that changes something', proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND provolatile = 'v'
    UNION ALL SELECT 'index', c.relname FROM pg_class AS c JOIN pg_am AS a ON a.oid = c.relam JOIN pg_index AS i ON i.indexrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND a.amname <> 'btree' AND (a.amname <> 'gin' OR i.indnatts > 1)
    UNION ALL SELECT 'generated column', attname FROM pg_attribute WHERE attgenerated <> ''`)
  await client.end()
  return rows
}

/** The library has files, a trash and sealed secrets; `npm run test:contract` moves the helpdesk's sample, too. */
const DESKS = process.env['CONTRACT'] === 'all' ? ['library', 'helpdesk'] : ['library']

describe.skipIf('reason' in server)('a move', () => {
  test.each(DESKS)('of the %s into a database and back changes nothing', async (name) => {
    const desk = await makeDesk(name)
    const { directory } = desk
    const before = rowsOf(directory)
    expect(before['history']?.length).toBeGreaterThan(10)
    expect(before['file_part']?.length).toBeGreaterThan(0)
    const secretKey = keyIn(directory)
    const database = await newDatabase()

    const moved = await run({ to: 'database', directory, database, secretKey })
    expect(moved, moved.output).toMatchObject({ moved: true })
    expect(rowsOf(directory)).toEqual(before)
    const audit = await checkAudit(directory, [])
    expect(await checkPostgresAudit(database, [])).toEqual(audit)
    expect(moved.output).toContain(/head (\w+)/.exec(audit.output)?.[1])

    const back = join(place, `${name} back`)
    const returned = await run({ to: 'directory', directory: back, database, secretKey })
    expect(returned, returned.output).toMatchObject({ moved: true })
    expect(readdirSync(back).toSorted()).toEqual(['lock', 'verbatim.db'])
    expect(rowsOf(back)).toEqual(before)
    expect(problemsOf(back)).toEqual([])
    expect(await checkAudit(back, [])).toEqual(audit)

    expect(await strangeParts(database)).toEqual([])
    const sent = watchStatements()
    const app = await startOn(database, desk)
    expect(await answersOf(app, app.with(desk.caller as Caller, desk.caller.token))).toEqual(desk.answers)
    await app.close()
    vi.restoreAllMocks()
    expect(sent.length).toBeGreaterThan(200)
    for (const [words] of Object.values(UNWANTED_STATEMENTS))
      expect(sent.filter((each) => words.test(each))).toEqual([])
    cpSync(join(directory, 'secret.key'), join(back, 'secret.key'))
    const again = await startApp(desk.text, back)
    expect(await answersOf(again, again.with(desk.caller as Caller, desk.caller.token))).toEqual(desk.answers)
    await again.close()
  })

  test('is not needed to try a document: it is tried on a copy, beside a server that runs', async () => {
    const directory = await smallDesk()
    const database = await newDatabase()
    const secretKey = randomBytes(32).toString('base64')
    expect(await run({ to: 'database', directory, database, secretKey })).toMatchObject({ moved: true })
    const tried = (text: string, place: Parameters<typeof reportPlan>[0]) =>
      reportPlan(place, { file: 'test.md', text, model: compileDocument(text) }, NOW)
    const wider = SMALL.replace('| title | text | yes |', '| title | text | yes |\n| note | text | no |')
    const stricter = SMALL.replace('| title | text | yes |', '| title | integer | yes |')
    const onDirectory = [await tried(SMALL, directory), await tried(wider, directory), await tried(stricter, directory)]
    expect(onDirectory.map(({ isSound }) => isSound)).toEqual([true, true, false])
    writeFileSync(join(directory, 'secret.key'), `${secretKey}\n`)
    const app = await startOn(database, { directory, text: SMALL })
    const caller = await app.as('Caller', 'Somebody new')
    const place = { database }
    const [same, more, refused] = [await tried(SMALL, place), await tried(wider, place), await tried(stricter, place)]
    const withoutRemedy = (report: typeof refused | undefined) =>
      report?.lines.map((line) => line.replace(/To delete it, .*/, ''))
    expect(withoutRemedy(refused)).toEqual(withoutRemedy(onDirectory[2]))
    expect(refused.lines.join('\n')).toContain('make a backup, and publish the document with --deletes Call.title.')
    expect(more.lines[0]).toBe(onDirectory[1]?.lines[0])
    expect([same.isSound, more.isSound]).toEqual([true, true])
    expect((await caller.get('/api/calls?count=exact')).body.count).toBe(3)
    await app.close()
  })
})
