// An effect does the same as a step of a transition (point 4) and as a step of a call (point 7).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

/** Steps by what they show; each runs once in a transition, and once in a call. */
const STEPS: { readonly [shows: string]: string } = {
  'a member that is there already': 'add `parts.first()` to parts',
  'a member more': 'add `Part.filter(p, p.note == "spare").first()` to parts',
  'a member less': 'remove `parts.first()` from parts',
  'inputs of the types that a transition asks for': 'do price on `parts` { amount: `7`, on: `date("2026-12-24")` }',
  'each of a set': 'for each part in `parts`: update part { note: "seen" }',
  'an attempt that is undone':
    'try create Part { note: "much too long for it" } otherwise create Part { note: "short" }',
  'no record to change': 'update `Part.filter(p, p.note == "nowhere")` { note: "changed" }',
  'a name': 'let most = `parts.count() * 3`; title = `text(most)`',
}
const steps = Object.values(STEPS)

const TEXT = documentOf({
  3: `
### Part

| field | type | required | limits | default |
|---|---|---|---|---|
| note | text | no | max 10 | |
| amount | money | no | | |
| on | date | no | | |
| state | one of fresh, priced | no | | fresh |

### Whole

| field | type | required |
|---|---|---|
| title | text | no |
| parts | several Part (as wholes) | no |
| phase | one of open, shut | no |
`,
  4: `
### Part.state

- starts: fresh

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| price | any | priced | everyone | amount: money, on: date | \`amount = input.amount\`; \`on = input.on\` |

### Whole.phase

- starts: open
- ends: shut

| transition | from | to | who |
|---|---|---|---|
${steps.map((_, at) => `| step ${at} | any | stay | everyone |`).join('\n')}

${steps.map((step, at) => `#### step ${at}\n\n1. ${step}`).join('\n\n')}
`,
  6: `
| role | entity | may |
|---|---|---|
| everyone | Part, Whole | everything |
`,
  7: steps
    .map((step, at) => `### POST /api/wholes/:id/call-${at} of Whole\n\n- who: everyone\n\n1. ${step}\n2. answer 204`)
    .join('\n\n'),
})

let app: TestApp
let person: Caller
beforeAll(async () => {
  app = await startApp(TEXT)
  person = await app.as('Administrator')
})
afterAll(() => app.stop())

describe('a transition and a call do the same', () => {
  test.each(Object.keys(STEPS).map((shows, at) => [shows, at] as const))('%s', async (_shows, at) => {
    const [inTransition, inCall] = [await worldAfter(`step-${at}`), await worldAfter(`call-${at}`)]
    expect(inCall).toEqual(inTransition)
  })

  test('adding a member that is there changes nothing', async () => {
    const { parts } = await worldAfter('step-0')
    expect(parts).toEqual(['one', 'two'])
  })

  test('what a transition asks for as money and as a date arrives so', async () => {
    const { all } = await worldAfter('call-3')
    expect(all).toContain('one 7.00 2026-12-24 priced')
  })
})

/** Gives what there is after a step, without ids and versions. */
async function worldAfter(step: string) {
  await clear()
  const one = await person.post('/api/parts', { note: 'one' })
  const two = await person.post('/api/parts', { note: 'two' })
  await person.post('/api/parts', { note: 'spare' })
  const whole = await person.post('/api/wholes', { title: 'whole', parts: [one.body.id, two.body.id] })
  expect(whole.status).toBe(201)
  const done = await person.post(`/api/wholes/${whole.body.id}/${step}`).set('If-Match', whole.headers['etag'] ?? '')
  expect(done.status, JSON.stringify(done.body)).toBeLessThan(300)
  const after = await person.get(`/api/wholes/${whole.body.id}`)
  const all = await person.get('/api/parts')
  const noteOf = new Map<string, string>(all.body.items.map((part: Part) => [part.id, part.note]))
  return {
    title: after.body.title,
    parts: after.body.parts.map((part: Part | string) => noteOf.get(typeof part === 'string' ? part : part.id)),
    all: all.body.items
      .map((part: Part) => `${part.note} ${part.amount ?? ''} ${part.on ?? ''} ${part.state}`)
      .toSorted(),
  }
}

interface Part {
  readonly id: string
  readonly note: string
  readonly amount: string | null
  readonly on: string | null
  readonly state: string
}

async function clear(): Promise<void> {
  for (const path of ['/api/wholes', '/api/parts'])
    for (const { id } of (await person.get(path)).body.items) await person.delete(`${path}/${id}`).set('If-Match', '*')
}
