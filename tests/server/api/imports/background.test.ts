// Imports in the background: with progress and a stop, the good rows with the refused ones as a file, and after a restart.
// @module-tag call/get/system/imports/id
// @module-tag call/post/system/imports/id/stop
// @module-tag call/get/system/imports/id/refused
// @module-tag call/get/system/undos/id
// @module-tag call/post/system/undos/id/stop
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UndoStatus } from '#shared/protocol/changes.ts'
import { UNDONE_AT_ONCE } from '#shared/protocol/changes.ts'
import type { ImportStatus } from '#shared/protocol/import.ts'
import { ROWS_ANSWERED_AT_ONCE } from '#shared/protocol/import.ts'
import type { Caller } from '../../../apps/start-app.ts'
import type { ImportApp } from './import-app.ts'
import { mapped, startImportApp } from './import-app.ts'

let app: ImportApp
let owner: Caller
let other: Caller

beforeAll(async () => {
  app = await startImportApp('en')
  owner = await app.app.as('Administrator', 'Olga Owner')
  other = await app.app.as('Administrator', 'Otto Other')
})
afterAll(() => app.app.stop())
beforeEach(() => app.deleteAll())

async function start(file: string, query: string, headers: { readonly [name: string]: string } = {}) {
  const request = owner.post(`/api/things/import?${query}`).type('text/csv')
  for (const [name, value] of Object.entries(headers)) request.set(name, value)
  const { status, body, headers: answered } = await request.send(file)
  return { status, body: body as ImportStatus, location: String(answered['location']) }
}

async function stateOf(location: string): Promise<ImportStatus> {
  return (await owner.get(location)).body
}

async function runToEnd(file: string, query: string, headers: { readonly [name: string]: string } = {}) {
  const { status, location } = await start(file, query, headers)
  expect(status).toBe(202)
  await app.app.runner.runDue()
  return stateOf(location)
}

/** Runs an import, and does something once the first rows of it are kept. */
async function afterFirstPart({ app: { dependencies, runner }, things }: ImportApp, act: () => unknown) {
  const storage = dependencies.storage as { write: (typeof dependencies.storage)['write'] }
  const write = storage.write.bind(storage)
  let isDone = false
  storage.write = async (command, options) => {
    const result = await write(command, options)
    if (!isDone && (await things()).length > 0) {
      isDone = true
      await act()
    }
    return result
  }
  await runner.runDue()
  storage.write = write
}

const names = async () => (await app.things()).map(({ name }) => name)

describe('an import in the background', () => {
  test('is preferred by a request, waits for its turn, and keeps all rows at once', async () => {
    const file = 'name,code\nA,a\nB,b\n'
    const { status, body, location } = await start(file, 'mode=run', { Prefer: 'respond-async' })
    expect(status).toBe(202)
    expect(body).toMatchObject({ state: 'waiting', mode: 'run', keep: 'all', rows: 2, tried: 0, entity: 'Thing' })
    expect(location).toBe(`/api/system/imports/${body.id}`)
    expect(await names()).toEqual([])
    await app.app.runner.runDue()
    const done = await stateOf(location)
    expect(done).toMatchObject({ state: 'done', tried: 2, created: 2, refused: 0, result: { kept: true, created: 2 } })
    expect(await names()).toEqual(['A', 'B'])
    expect((await owner.post(`/api/system/changes/${done.result?.changeSet}/undo`)).status).toBe(200)
    expect(await names()).toEqual([])
  })

  test('keeps nothing where one row is refused, and says so in its result', async () => {
    const done = await runToEnd('name,count\nA,1\nB,x\n', 'mode=run', { Prefer: 'respond-async' })
    expect(done).toMatchObject({ state: 'done', result: { kept: false, refused: 1, errors: [{ line: 3 }] } })
    expect(await names()).toEqual([])
  })

  test(`is what more than ${ROWS_ANSWERED_AT_ONCE} rows become, trials too`, async () => {
    const rows = Array.from({ length: ROWS_ANSWERED_AT_ONCE + 1 }, (_, at) => `n${at}`)
    const { status, body, location } = await start(['name', ...rows].join('\n'), 'mode=check')
    expect([status, body]).toMatchObject([202, { state: 'waiting', mode: 'check', rows: rows.length }])
    await owner.post(`${location}/stop`)
    const done = await runToEnd('name\nA\nB', 'mode=check', { Prefer: 'respond-async' })
    expect(done).toMatchObject({ state: 'done', mode: 'check', rows: 2, created: 2, result: { kept: false } })
    expect(await names()).toEqual([])
  })

  test('is refused at once where its file, its columns or its grants are', async () => {
    const { status } = await start('name;amount\nA;1.234\n', 'mode=run&keep=good')
    expect(status).toBe(422)
    expect((await start('nothing\nA\n', 'mode=run&keep=good')).status).toBe(422)
    expect((await start('', 'mode=run&keep=good')).status).toBe(400)
  })

  test('is done once under a key', async () => {
    const once = { Prefer: 'respond-async', 'Idempotency-Key': 'in the background once' }
    const [first, second] = [await start('name\nK\n', 'mode=run', once), await start('name\nK\n', 'mode=run', once)]
    expect(second.body.id).toBe(first.body.id)
    await app.app.runner.runDue()
    expect(await names()).toEqual(['K'])
  })

  test('is seen, stopped and downloaded by nobody but the person who began it', async () => {
    const { location } = await start('name,count\nA,x\n', 'mode=run&keep=good')
    await app.app.runner.runDue()
    for (const path of [location, `${location}/refused`]) {
      expect((await other.get(path)).status).toBe(404)
      expect((await app.app.anyone.get(path)).status).toBe(404)
      expect((await owner.get(path)).status).toBe(200)
    }
    expect((await other.post(`${location}/stop`)).status).toBe(404)
  })

  test('takes three of a person at once', async () => {
    const begun = []
    for (let at = 0; at < 3; at++) begun.push(await start(`name\nT${at}\n`, 'mode=run', { Prefer: 'respond-async' }))
    const fourth = await start('name\nT4\n', 'mode=run', { Prefer: 'respond-async' })
    expect(fourth).toMatchObject({ status: 409, body: { code: 'too_many_imports' } })
    await app.app.runner.runDue()
    expect((await start('name\nT4\n', 'mode=run', { Prefer: 'respond-async' })).status).toBe(202)
    await app.app.runner.runDue()
  })

  test('that is stopped before its turn is not begun', async () => {
    const { location } = await start('name\nA\n', 'mode=run', { Prefer: 'respond-async' })
    expect((await owner.post(`${location}/stop`)).body).toMatchObject({ state: 'stopped' })
    await app.app.runner.runDue()
    expect(await stateOf(location)).toMatchObject({ state: 'stopped', tried: 0 })
    expect(await names()).toEqual([])
  })

  test('of a person who is there no more writes nothing', async () => {
    const gone = await app.app.as('Administrator', 'Gina Gone')
    const { headers } = await gone
      .post('/api/things/import?mode=run')
      .type('text/csv')
      .set('Prefer', 'respond-async')
      .send('name\nA\n')
    await owner.patch(`/api/people/${gone.id}`, { active: false })
    await app.app.runner.runDue()
    expect(await names()).toEqual([])
    expect((await owner.get(String(headers['location']))).status).toBe(404)
  })
})

describe('an undo in the background', () => {
  const begin = async (changeSet: string, by = owner) => {
    const { status, body, headers } = await by
      .post(`/api/system/changes/${changeSet}/undo`)
      .set('Prefer', 'respond-async')
      .send({})
    return { status, body: body as UndoStatus, location: String(headers['location']) }
  }
  const state = async (location: string): Promise<UndoStatus> => (await owner.get(location)).body
  const importOf = async (...rows: readonly string[]): Promise<string> => {
    const done = await runToEnd(['name,code', ...rows].join('\n'), 'mode=run', { Prefer: 'respond-async' })
    return String(done.result?.changeSet)
  }

  test('waits for its turn, undoes all at once, and can be undone', { tags: 'reference/importing' }, async () => {
    const changeSet = await importOf('A,a', 'B,b')
    const { status, body, location } = await begin(changeSet)
    expect([status, body]).toMatchObject([202, { state: 'waiting', changeSet, changes: 2, tried: 0 }])
    expect(location).toBe(`/api/system/undos/${body.id}`)
    expect(await names()).toEqual(['A', 'B'])
    await app.app.runner.runDue()
    const done = await state(location)
    expect(done).toMatchObject({ state: 'done', tried: 2, result: { records: 2 } })
    expect(await names()).toEqual([])
    const again = await begin(done.result?.id ?? '')
    await app.app.runner.runDue()
    expect(await state(again.location)).toMatchObject({ state: 'done', result: { records: 2 } })
    expect(await names()).toEqual(['A', 'B'])
  })

  test(`is what more than ${UNDONE_AT_ONCE} changes become, be it the largest import`, async () => {
    const rows = Array.from({ length: UNDONE_AT_ONCE + 1 }, (_, at) => `n${at},`)
    const changeSet = await importOf(...rows)
    const { status, body } = await owner.post(`/api/system/changes/${changeSet}/undo`, {})
    expect([status, body]).toMatchObject([202, { state: 'waiting', changes: rows.length }])
    await app.app.runner.runDue()
    expect(await state(`/api/system/undos/${body.id}`)).toMatchObject({
      state: 'done',
      tried: rows.length,
      result: { records: rows.length },
    })
    expect((await owner.get('/api/things?limit=1&count=exact')).body.count).toBe(0)
  })

  test('undoes nothing where one record stands against it, which is named', async () => {
    const changeSet = await importOf('A,a', 'B,b', 'C,c')
    const [, second] = await app.things()
    const id = String(second?.['id'])
    await owner.patch(`/api/things/${id}`, { name: 'B2' })
    const { location } = await begin(changeSet)
    await app.app.runner.runDue()
    expect(await state(location)).toMatchObject({
      state: 'failed',
      problem: { code: 'undo_changed', about: { entity: 'Thing', id } },
    })
    expect(await names()).toEqual(['A', 'B2', 'C'])
    expect((await begin(changeSet)).status).toBe(202)
    await app.app.runner.runDue()
  })

  test('has the rights that its person still has by then', async () => {
    const clerk = await app.app.as('Administrator', 'Clara Clerk')
    const { body } = await clerk.post('/api/things', { name: 'Hers' })
    const [set] = (await clerk.get('/api/system/changes?limit=1')).body.items
    const { location } = await begin(set.id, clerk)
    await owner.patch(`/api/people/${clerk.id}`, { active: false })
    await app.app.runner.runDue()
    expect(await names()).toEqual(['Hers'])
    expect((await owner.get(location)).status).toBe(404)
    expect((await owner.get(`/api/things/${body.id}`)).status).toBe(200)
  })

  test('is seen and stopped by nobody but its person, and before its turn not begun', async () => {
    const changeSet = await importOf('A,a')
    const { location } = await begin(changeSet)
    expect((await other.get(location)).status).toBe(404)
    expect((await other.post(`${location}/stop`)).status).toBe(404)
    expect((await app.app.anyone.get(location)).status).toBe(401)
    expect((await owner.post(`${location}/stop`)).body).toMatchObject({ state: 'stopped' })
    await app.app.runner.runDue()
    expect(await state(location)).toMatchObject({ state: 'stopped', tried: 0 })
    expect(await names()).toEqual(['A'])
  })

  test('that is stopped on its way undoes nothing', async () => {
    const changeSet = await importOf(...Array.from({ length: 50 }, (_, at) => `n${at},c${at}`))
    const { location, body } = await begin(changeSet)
    const { undos } = app.app.dependencies
    const { begin: beginWork } = undos
    const seen: number[] = []
    const watched: typeof undos = Object.assign(undos, {
      begin(id: string) {
        const work = beginWork(id)
        return {
          ...work,
          follow(tally: { readonly tried: number }) {
            work.follow(tally)
            seen.push(tally.tried)
            if (tally.tried === 10) watched.stop(body.id)
          },
        }
      },
    })
    await app.app.runner.runDue()
    undos.begin = beginWork
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await state(location)).toMatchObject({ state: 'stopped' })
    expect(await names()).toHaveLength(50)
  })

  test('is the same one where it is asked for twice, and a person has three at once', async () => {
    const sets = [await importOf('A,a'), await importOf('B,b'), await importOf('C,c'), await importOf('D,d')]
    const [first, second] = [await begin(sets[0] ?? ''), await begin(sets[0] ?? '')]
    expect(second.body.id).toBe(first.body.id)
    expect([(await begin(sets[1] ?? '')).status, (await begin(sets[2] ?? '')).status]).toEqual([202, 202])
    expect(await begin(sets[3] ?? '')).toMatchObject({ status: 409, body: { code: 'too_many_undos' } })
    await app.app.runner.runDue()
    expect(await names()).toEqual(['D'])
  })
})

describe('the good rows of a file', () => {
  test(
    'are kept, and the refused ones are a file with reasons that goes in once it is mended',
    { tags: 'reference/importing' },
    async () => {
      const file =
        'name;amount;day;story\nA;1.234,50;13.04.2026;x\nB;1.000;03.04.2026;"=1+1, ""y"""\n;2.500;;z\nD;many;;\n'
      const done = await runToEnd(file, 'mode=run&keep=good')
      expect(done).toMatchObject({ state: 'done', created: 2, refused: 2, tried: 4 })
      expect(done.result).toMatchObject({ kept: true, errors: [{ line: 4 }, { line: 5 }] })
      expect(done.result?.refusedFile).toBe(`/api/system/imports/${done.id}/refused`)
      const { text, headers } = await owner.get(String(done.result?.refusedFile))
      expect(headers['content-disposition']).toContain('things-refused.csv')
      const lines = text.split('\r\n')
      expect(lines[0]).toBe('\uFEFFname,amount,day,story,Why it was refused')
      // Numbers stand there as they were read: 2.500 was two thousand five hundred.
      expect(lines[1]).toBe(',2500.00,,z,Name is required.')
      expect(lines[2]).toMatch(/^D,many,,,"?Amount must be a number/)
      expect(await app.keep(text.replace('\r\n,2500', '\r\nC,2500').replace('D,many', 'D,7'))).toMatchObject([
        { name: 'A', amount: '1234.50' },
        { name: 'B', amount: '1000.00', story: '=1+1, "y"' },
        { name: 'C', amount: '2500.00', story: 'z' },
        { name: 'D', amount: '7.00' },
      ])
    },
  )

  test('are one change set, however many commands they took', async () => {
    const rows = Array.from({ length: 350 }, (_, at) => `n${String(at).padStart(3, '0')},${at === 120 ? 'x' : at}`)
    const done = await runToEnd(['name,count', ...rows].join('\n'), 'mode=run&keep=good')
    expect(done).toMatchObject({ created: 349, refused: 1, tried: 350 })
    expect(await names()).toHaveLength(349)
    expect((await owner.post(`/api/system/changes/${done.result?.changeSet}/undo`)).status).toBe(200)
    expect(await names()).toEqual([])
  })

  test('lead to each other over the commands that they took, and a second row of a record is said', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => `n${at},c${at},n${at + 1}`)
    const done = await runToEnd(
      ['name,code,parent', ...rows, 'n150,c150,', 'n3,c3,'].join('\n'),
      'mode=run&keep=good&match=code',
    )
    expect(done).toMatchObject({ created: 151, refused: 1 })
    expect(done.result?.errors).toMatchObject([{ line: 153, code: 'record_twice' }])
  })

  test('stop with what is kept so far', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => `n${at}`)
    const { location } = await start(['name', ...rows].join('\n'), 'mode=run&keep=good')
    await afterFirstPart(app, async () => owner.post(`${location}/stop`))
    const stopped = await stateOf(location)
    expect(stopped).toMatchObject({ state: 'stopped', rows: 250, created: 100, tried: 100, result: { kept: true } })
    expect(await names()).toHaveLength(100)
    expect((await owner.get('/api/system/audit?limit=1')).body.items).toMatchObject([
      { event: 'imported', detail: { path: '/api/things/import', kept: true, created: 100, rows: 250 } },
    ])
  })

  test('go on though somebody asks whether they may be stopped', async () => {
    const rows = Array.from({ length: 250 }, (_, at) => `n${at}`)
    const { location } = await start(['name', ...rows].join('\n'), 'mode=run&keep=good')
    const call = { method: 'POST', path: `${location}/stop` }
    await afterFirstPart(app, async () => {
      const { body } = await owner.post('/api/system/explain', { call }).expect(200)
      expect(body).toMatchObject({ allowed: true })
    })
    expect(await stateOf(location)).toMatchObject({ state: 'done', created: 250 })
  })

  test('go on after a restart where they were, and none comes twice', async () => {
    const own = await startImportApp('en')
    try {
      owner = await own.app.as('Administrator', 'Olga Owner')
      const rows = Array.from({ length: 250 }, (_, at) => `n${at},${at % 50 === 7 ? 'x' : at}`)
      const { location } = await start(['name,count', ...rows].join('\n'), 'mode=run&keep=good')
      await afterFirstPart(own, () => void own.app.runner.stop())
      expect(await own.things()).toHaveLength(98)
      // On PostgreSQL no start ends a lease, which another process may hold: the one that left has given it back.
      const again = await own.app.restart()
      owner = again.with(owner, owner.token)
      again.runner.start()
      await expect.poll(async () => (await stateOf(location)).state).toBe('done')
      const done = await stateOf(location)
      expect(done).toMatchObject({ tried: 250, created: 245, refused: 5, result: { kept: true } })
      expect((await owner.get('/api/things?limit=1&count=exact')).body.count).toBe(245)
      const { text } = await owner.get(String(done.result?.refusedFile))
      expect(text.split('\r\n').filter((line) => line.includes(',x,'))).toHaveLength(5)
      await again.stop()
    } finally {
      owner = await app.app.as('Administrator', 'Olga Owner')
    }
  })

  test('say nothing of columns that are read in two ways until that is chosen', async () => {
    const file = 'name;amount\nA;1.234\nB;x\n'
    const done = await runToEnd(file, `mode=run&keep=good&${mapped({ amount: { decimalMark: ',' } })}`)
    expect(done).toMatchObject({ created: 1, refused: 1 })
    expect(await app.things()).toMatchObject([{ amount: '1234.00' }])
  })
})
