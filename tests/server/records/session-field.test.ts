// A field called "session": read everywhere as any other field is, with the caller's own session beside it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Session

| field | type | required |
|---|---|---|
| place | text | yes |
| seats | integer | yes |
| open | yes/no | yes |

### Visit

| field | type | required | choose from | value |
|---|---|---|---|---|
| session | Session | yes | \`open\` | |
| earlier | Visit (as later visits) | no | \`session == this.session\` | |
| where | computed text | | | \`"In {session.place}"\` |
`,
  4: `### Visit.status

- starts: booked
- ends: done

| transition | from | to | who | when | then |
|---|---|---|---|---|---|
| end | booked | done | everyone | \`session.open\` | notify created_by "Over in {session.place}" |
`,
  5: '| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Seats | Visit | at most session.seats per session | Full: {session.seats}. |\n',
  6: '| role | is |\n|---|---|\n| Desk | books |\n\n| role | entity | may |\n|---|---|---|\n| Desk | Session, Visit | everything |\n',
  7: `### GET /api/my-token

- who: Desk

1. answer 200

~~~json
{ "token": "\`session.token\`", "places": "\`Visit.map(v, v.session.place)\`" }
~~~
`,
})

let app: TestApp
let desk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  desk = await app.as('Desk')
})
afterAll(() => app.stop())

test('is read in rules, conditions, computed fields, messages and filters', async () => {
  const { body: session } = await desk.post('/api/sessions', { place: 'Hall', seats: 1, open: true }).expect(201)
  const { body: closed } = await desk.post('/api/sessions', { place: 'Attic', seats: 1, open: false }).expect(201)
  const { body: visit } = await desk.post('/api/visits', { session: session.id }).expect(201)
  expect(visit.where).toBe('In Hall')
  expect((await desk.post('/api/visits', { session: session.id }).expect(422)).body.detail).toBe('Full: 1.')
  await desk.post('/api/visits', { session: closed.id }).expect(422)
  const filter = encodeURIComponent('session.place == "Hall"')
  expect((await desk.get(`/api/visits?filter=${filter}`).expect(200)).body.items).toHaveLength(1)
  await desk.post(`/api/visits/${visit.id}/end`, {}).expect(200)
  expect((await desk.get('/api/system/inbox')).body.items[0].text).toBe('Over in Hall')
  expect((await desk.get('/api/my-token').expect(200)).body).toEqual({ token: desk.token, places: ['Hall'] })
})

test('is no field of a person, whose session is their own', () => {
  const { diagnostics } = compile(
    DOCUMENT.replace('### Visit', '### Person\n\n| field | type |\n|---|---|\n| session | text |\n\n### Visit'),
  )
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
    'entities/reserved-name',
  ])
})
