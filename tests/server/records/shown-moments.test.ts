// The moments of a record are listed to those who may read its state and what they follow from, on every route that lists them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### House

| field | type |
|---|---|
| name | text |
| sold on | date |

### Offer

| field | type | value |
|---|---|---|
| name | text | |
| house | House (as offers) | |
| secret day | date | |
| secret hours | integer | |
| open day | date | |
| told day | computed date | \`secret_day\` |
| kept day | computed date | \`secret_day\` |
`,
  4: `### Offer.status

- starts: open
- ends: over

| transition | from | to | who | after |
|---|---|---|---|---|
| plain | open | over | nobody | 400 days |
| by open day | open | over | nobody | at open_day |
| by secret day | open | over | nobody | at secret_day |
| by told day | open | over | nobody | at told_day |
| by kept day | open | over | nobody | at kept_day |
| by both | open | over | nobody | at \`secret_day == null ? open_day : open_day\` |
| by house | open | over | nobody | at house.sold_on |
| by timer | open | over | nobody | at timers.work.due_at |
| again | open | stay | nobody | every 30 days from secret_day |

| timer | runs in | lasts | then |
|---|---|---|---|
| work | open | \`hours(secret_hours)\` | notify created_by "late" |
| part | open | 50 % of work | notify created_by "soon" |
| week | open | 5,000 hours | notify created_by "week" |
`,
  6: `| role | is |
|---|---|
| Clerk | sells |
| Guest | looks |

| role | entity | may | fields |
|---|---|---|---|
| Clerk | Offer, House | everything | all |
| Guest | Offer | read | name, status, open day, told day, house |
| Guest | House | read | name |
`,
})

let app: TestApp
let clerk: Caller
let guest: Caller
let offer = ''
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk', 'Ann')
  guest = await app.as('Guest', 'Gil')
  const house = (await clerk.post('/api/houses', { name: 'Mill', sold_on: '2027-05-01' }).expect(201)).body.id
  const days = { secret_day: '2027-03-01', open_day: '2027-04-01', secret_hours: 4_000 }
  offer = (await clerk.post('/api/offers', { name: 'A', house, ...days }).expect(201)).body.id
})
afterAll(() => app.stop())

const namesOf = (timers: readonly { readonly name: string }[]) => timers.map(({ name }) => name).toSorted()

async function listed(caller: Caller): Promise<readonly string[]> {
  const { body } = await caller.get(`/api/system/timers?entity=Offer&record=${offer}`).expect(200)
  const withRecord = (await caller.get(`/api/offers/${offer}?timers=yes`).expect(200)).body._timers
  expect(namesOf(withRecord)).toEqual(namesOf(body.items))
  return namesOf(withRecord)
}

test('who reads all of it is shown all', async () => {
  const all = ['again', 'by both', 'by house', 'by kept day', 'by open day', 'by secret day', 'by timer', 'by told day']
  expect(await listed(clerk)).toEqual([...all, 'part', 'plain', 'week', 'work'])
})

test('who does not is shown what follows from the fields that they read', async () => {
  expect(await listed(guest)).toEqual(['by open day', 'by told day', 'plain', 'week'])
})
