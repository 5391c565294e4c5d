// Why not, of rules over several records: what is needed is said in words, never by a heading with nothing below.
import { afterAll, describe, expect, test } from 'vitest'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const apps: TestApp[] = []
afterAll(() => Promise.all(apps.map((app) => app.stop())))

const documentIn = (language: string) =>
  documentOf({
    3: `### Room

| field | type | required |
|---|---|---|
| name | text | yes |
| lies in | Room | no |

### Booking

| field | type | required |
|---|---|---|
| room | Room | yes |
| starts at | date and time | yes |
| ends at | date and time | yes |
| kept | yes/no | no |
`,
    5: `| rule | entity | must hold | otherwise | on |
|---|---|---|---|---|
| One at a time | Booking | no overlap of starts_at..ends_at per room where \`kept\` | It is taken then. | room |
| Not too many | Booking | at most limits.bookings per room | There are too many. | room |
| No circle | Room | no circle along lies_in | A room lies in no room of its own. | lies in |
`,
    6: `| role | entity | may |
|---|---|---|
| everyone | Room, Booking | read, create, update |
`,
    9: `| name | value | meaning |
|---|---|---|
| bookings | 3 | Of a room. |
| language | ${language} | |
`,
  })

async function startIn(language: string) {
  const app = await startApp(documentIn(language))
  apps.push(app)
  const person = await app.as('')
  const room = (await person.post('/api/rooms', { name: 'Hall' })).body.id
  const at = (hour: number) => `2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`
  const booking = (from: number, kept = true) => ({ room, starts_at: at(from), ends_at: at(from + 1), kept })
  const needed = async (method: string, path: string, body: object) => {
    const { body: told } = await person.post('/api/system/explain', { call: { method, path, body } })
    return (told as ExplainBody).remedy?.ways?.flatMap(({ conditions }) => conditions)
  }
  return { person, room, booking, needed }
}

describe('what a rule over several records needs', () => {
  test('is said with its fields, its group and its condition', async () => {
    const { person, room, booking, needed } = await startIn('en')
    await person.post('/api/bookings', booking(9))
    expect(await needed('POST', '/api/bookings', booking(9))).toMatchObject([
      {
        words: 'From “Starts at” to “Ends at” there is no other Booking with the same “Room”, where kept is yes.',
        met: false,
      },
    ])
    await person.post('/api/bookings', booking(11))
    await person.post('/api/bookings', booking(13))
    expect(await needed('POST', '/api/bookings', booking(15))).toMatchObject([
      { words: 'There are at most 3 Bookings with the same “Room”.', met: false },
    ])
    expect(await needed('PATCH', `/api/rooms/${room}`, { lies_in: room })).toMatchObject([
      { words: 'Following “Lies in” never leads back to the same Room.', met: false },
    ])
  })

  test('is said in the language of the document', async () => {
    const { person, booking, needed } = await startIn('de')
    await person.post('/api/bookings', booking(9))
    expect(await needed('POST', '/api/bookings', booking(9))).toMatchObject([
      {
        words:
          'Zwischen „Starts at“ und „Ends at“ liegt kein anderer Eintrag unter Booking mit gleichem „Room“, wobei gilt: Kept ist Ja.',
        met: false,
      },
    ])
  })
})
