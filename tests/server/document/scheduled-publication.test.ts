// A publication waits for its moment, is published as its author, once, and says why where it could not be.
// @module-tag call/get/system/document/scheduled
// @module-tag call/put/system/document/scheduled
// @module-tag call/delete/system/document/scheduled
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const ROOM = HELPDESK.replace(
  '| internal_note | long text |',
  '| room | text | no | | | | Where it stands |\n| internal_note | long text |',
)
const MINUTE = 60_000
const PATH = '/api/system/document/scheduled'

let app: TestApp
let administrator: Caller
beforeAll(async () => {
  app = await startApp(HELPDESK)
  administrator = await app.as('Administrator')
})
afterAll(() => app.stop())
afterEach(async () => {
  await administrator.delete(PATH).expect(204)
  await publish(HELPDESK).expect(200)
})

const publish = (text: string) =>
  administrator.put('/api/system/document?examples=ignored').set('Content-Type', 'text/markdown').send(text)
const at = (milliseconds: number) => new Date(app.clock.now + milliseconds).toISOString()
const schedule = (text: string, moment: string, query = '', caller = administrator) =>
  caller
    .put(`${PATH}?at=${encodeURIComponent(moment)}&examples=ignored${query}`)
    .set('Content-Type', 'text/markdown')
    .send(text)
const passTime = async (milliseconds: number) => {
  app.clock.now += milliseconds
  await app.runner.runDue()
}
const scheduled = async () => (await administrator.get(PATH).expect(200)).body.scheduled
const runs = () => app.dependencies.current.running.text

describe('a scheduled publication', () => {
  test('waits, and is published at its moment in the name of its author', async () => {
    const moment = at(MINUTE)
    await schedule(ROOM, moment, '&reason=Rooms%20from%20January.').expect(200)
    expect(await scheduled()).toMatchObject({
      text: ROOM,
      dueAt: moment,
      by: { id: administrator.id },
      reason: 'Rooms from January.',
      problem: null,
    })
    await passTime(MINUTE - 1_000)
    expect(runs()).toBe(HELPDESK)
    await passTime(2_000)
    expect(runs()).toBe(ROOM)
    expect(await scheduled()).toBeNull()
    const [revision] = (await administrator.get('/api/system/document/revisions?limit=1')).body.items
    expect(revision).toMatchObject({ by: { id: administrator.id }, reason: 'Rooms from January.' })
    const events = (await administrator.get('/api/system/audit?limit=5')).body.items.map(
      ({ event }: { event: string }) => event,
    )
    expect(events).toEqual(expect.arrayContaining(['publication_scheduled', 'document_published']))
  })

  test('may be meant in the time zone of the application, lies in the future, and is the only one', async () => {
    const { timeZone } = app.dependencies.current.running.model.settings
    const local = new Date(app.clock.now + 2_880 * MINUTE).toLocaleDateString('sv', { timeZone })
    await schedule(ROOM, `${local}T00:00`).expect(200)
    const { dueAt } = await scheduled()
    expect(new Date(dueAt).toLocaleTimeString('sv', { timeZone })).toBe('00:00:00')
    expect((await schedule(ROOM, at(MINUTE)).expect(409)).body.code).toBe('publication_waits')
    await administrator.delete(PATH).expect(204)
    expect(await scheduled()).toBeNull()
    expect((await schedule(ROOM, at(-MINUTE)).expect(422)).body.code).toBe('moment_past')
    expect((await schedule(ROOM, 'tomorrow').expect(400)).body.code).toBe('bad_request')
    expect((await administrator.put(PATH).set('Content-Type', 'text/markdown').send(ROOM).expect(400)).body.code).toBe(
      'bad_request',
    )
  })

  test('that is cancelled is not published', async () => {
    await schedule(ROOM, at(MINUTE)).expect(200)
    await administrator.delete(PATH).expect(204)
    await passTime(2 * MINUTE)
    expect(runs()).toBe(HELPDESK)
  })

  test('is refused at once where it could not be published now, and to others', async () => {
    const wrong = HELPDESK.replace('| Customer | Ticket | read |', '| Customer | Tickte | read |')
    expect((await schedule(wrong, at(MINUTE)).expect(422)).body.code).toBe('document_wrong')
    const tag = await administrator.post('/api/tags', { name: 'Printer', color: '#364fc7' }).expect(201)
    const without = HELPDESK.replace('| colour (color) | color | no | |\n', '')
    expect((await schedule(without, at(MINUTE)).expect(409)).body.conflicts).toMatchObject([{ deletes: 'Tag.color' }])
    const agent = await app.as('Agent')
    expect((await schedule(ROOM, at(MINUTE), '', agent).expect(403)).body.code).toBe('not_allowed')
    await agent.get(PATH).expect(403)
    await agent.delete(PATH).expect(403)
    await schedule(without, at(MINUTE), '&deletes=Tag.color').expect(200)
    await passTime(2 * MINUTE)
    expect((await administrator.get(`/api/tags/${tag.body.id}`)).body).not.toHaveProperty('color')
  })

  test('stays with its reason where another document was published, or its author may no longer', async () => {
    await schedule(ROOM, at(MINUTE)).expect(200)
    const other = HELPDESK.replace('| internal_note | long text |', '| internal_note | text |')
    await publish(other).expect(200)
    await passTime(2 * MINUTE)
    expect(runs()).toBe(other)
    expect(await scheduled()).toMatchObject({ problem: expect.stringMatching(/changed|meanwhile/i) })
    // It does not stand in the way of the next.
    await publish(HELPDESK).expect(200)
    const second = await app.as('Administrator', 'Another administrator')
    await schedule(ROOM, at(MINUTE), '', second).expect(200)
    await administrator.patch(`/api/people/${second.id}`, { roles: ['Agent'] }).expect(200)
    await passTime(2 * MINUTE)
    expect(runs()).toBe(HELPDESK)
    expect(await scheduled()).toMatchObject({ problem: expect.any(String) })
  })
})
