// Prints the values in a notification's text in the document's language, zone and currency.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Desk } from '../../../apps/people-app.ts'
import { startDesk } from '../../../apps/people-app.ts'
import { signUp } from '../../../apps/people.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const desks = new Map<string, Desk>()

beforeAll(async () => {
  for (const language of ['de', 'en-GB']) desks.set(language, await startDesk({ document: tripsIn(language) }))
})

afterAll(async () => {
  for (const desk of desks.values()) await desk.close()
})

test.each([
  ['de', 'Rom, 25.11.2026, 16:03 / 25.11.2026, 16:03 / 25.11.2026 / 1.234,50\u00a0€'],
  ['en-GB', 'Rom, 25 Nov 2026, 16:03 / 25 Nov 2026, 16:03 / 25 Nov 2026 / €1,234.50'],
])('in %s', async (language, text) => {
  const me = await signUp(desks.get(language)?.url ?? '', { name: 'Ann', email: 'ann@example.com' })
  const trip = { name: 'Rom', starts_at: '2026-11-25T15:03:00Z', day: '2026-11-25', price: '1234.50' }
  const { body } = await me.post('/api/trips', trip)
  expect((await me.post(`/api/trips/${body.id}/finish`)).status).toBe(200)
  expect((await me.get('/api/system/inbox')).body.items[0].text).toBe(text)
})

function tripsIn(language: string): string {
  return documentOf({
    3: `### Trip

- title: \`"{name}, {starts_at}"\`

| field | type | required |
|---|---|---|
| name | text | yes |
| starts_at | date and time | yes |
| day | date | yes |
| price | money | yes |
| status | one of \`open\`, \`done\` | yes |
`,
    4: `### Trip.status

- starts: open

| state | meaning |
|---|---|
| open | |
| done | |

| transition | from | to | who | then |
|---|---|---|---|---|
| finish | open | done | everyone | notify me "{this} / {starts_at} / {day} / {price}" |
`,
    6: `- sign-up: open

| role | entity | may |
|---|---|---|
| everyone | Trip | everything |
`,
    9: `| name | value |
|---|---|
| language | ${language} |
| time zone | Europe/Berlin |
`,
  })
}
