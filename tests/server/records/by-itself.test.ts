// Timers and schedules happen by themselves, over HTTP: warnings do not stop them, and a run that sets nothing is no change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Job

| field | type |
|---|---|
| name | text |
| boss | Person |
| note | text |

### Tick

| field | type |
|---|---|
| amount | integer |
| job | Job (as ticks) |
`,
  4: `### Job.status

- starts: open
- ends: done

| transition | from | to | who | then | after |
|---|---|---|---|---|---|
| changed | | | | notify boss "{name} was changed" | |
| big | open | stay | nobody | create Tick { amount: 50, job: this } | 2 hours |
| by hand | open | stay | everyone | create Tick { amount: 50, job: this } | |
| finish | open | done | everyone | | |

| timer | runs in | lasts | then |
|---|---|---|---|
| reminder | open | 1 hour | notify boss "{name} waits" |
| noting | open | 3 hours | note = "late" |
`,
  5: `| rule | entity | must hold | otherwise | else |
|---|---|---|---|---|
| Small | Tick | \`amount < 10\` | BIG | warn |
`,
  6: `| role | is |
|---|---|
| Staff | works |

| role | entity | may |
|---|---|---|
| Staff | Job, Tick | everything |
| everyone | Person | read |
`,
  8: `| code | status | message |
|---|---|---|
| BIG | 409 | {amount} is big. |
`,
})

let app: TestApp
let staff: Caller
let path: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  staff = await app.as('Staff')
  path = `/api/jobs/${(await staff.post('/api/jobs', { name: 'saw', boss: staff.id }).expect(201)).body.id}`
})
afterAll(() => app.stop())

const goOn = async (hours: number) => {
  app.clock.now += hours * 3_600_000
  await app.runner.runDue()
}
const texts = async () =>
  (await staff.get('/api/system/inbox').expect(200)).body.items.map(({ text }: { text: string }) => text).toSorted()

test('a timer that sets no field changes nothing of its record', { tags: 'reference/timers' }, async () => {
  const { _version: version } = (await staff.get(path)).body
  await goOn(1)
  expect(await texts()).toEqual(['saw waits'])
  expect((await staff.get(path)).body).toMatchObject({ _version: version })
  expect((await staff.get(`${path}/history`)).body.items).toHaveLength(1)
})

test(
  'a rule that only warns stops nothing that happens by itself',
  { tags: 'reference/warnings-that-a-person-may-confirm' },
  async () => {
    await goOn(1)
    expect((await staff.get('/api/ticks')).body.items).toMatchObject([{ amount: 50 }])
    expect((await staff.post(`${path}/by-hand`)).body).toMatchObject({ code: 'BIG' })
  },
)

test('a timer that sets a field changes it', async () => {
  await goOn(1)
  expect((await staff.get(path)).body).toMatchObject({ note: 'late' })
  expect(await texts()).toEqual(['saw waits', 'saw was changed'])
})
