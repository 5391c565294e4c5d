// Lookups, calendars, lines, overlaps, words and roles by relation in a running application, with its own storage.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const INCIDENTS = `# Specification: Incidents

## 1. What the product does and for whom

Incidents are solved.

## 2. Screens and routes

none

## 3. Entities and their fields

### Service

- title: "{name} of {owner}"

| field | type | default |
|---|---|---|
| name | text | |
| part of | Service (as parts) | |
| owner | Person (as services) | |
| contact | text | "Ask {me}, {{24 h}}" |

### Incident

- title: "{service}: {title}"

| field | type | value |
|---|---|---|
| title | text | |
| service | Service | |
| impact | one of one person, everybody | |
| urgency | one of low, very high | |
| starts at | date and time | |
| ends at | date and time | |
| priority | computed one of p1, p2, p3 | \`lookup.priority_matrix[impact][urgency]\` |
| worked | computed duration | \`working_time(starts_at, ends_at, calendar.office)\` |
| alone | computed yes/no | \`not service.incidents.exists(i, i != this and overlaps(this, i))\` |
| cost | money | |
| label | computed text | \`"{title} ({impact}): {service}, {days}"\` |
| spoken | computed text | \`"{starts_at}, {cost}, {worked}; {service.incidents.map(i, '{i.ends_at}').join(' / ')}"\` |
| days | computed integer | \`dates(date_of(starts_at), date_of(ends_at), "day", ["saturday", "sunday"]).count()\` |

## 4. States and transitions

none

## 5. Validation rules

| word | entity | means |
|---|---|---|
| urgent | Incident | \`priority == "p1"\` |

| rule | entity | must hold | otherwise |
|---|---|---|---|
| Urgent ones have a service | Incident | \`not urgent or service != null\` | "Which service?" |
| Not too deep | Service | \`ancestors.count() < 3\` | "Too deep: {this} in {part_of}." |

## 6. Roles and permissions

| role | is | of | who |
|---|---|---|---|
| Member | somebody | | |
| Owner | owns a service | Service; Incident by service | \`owner == me or ancestors.exists(s, s.owner == me)\` |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Member | Person | read | | name |
| Member | Service | everything | | all |
| Member | Incident | create | | all |
| Owner | Incident | read | | all |
| Member | Incident | update | \`me.is("Owner", service)\` | title |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| name | value |
|---|---|
| time zone | Europe/Berlin |
| language | de |

### Calendar office

| day | from | to |
|---|---|---|
| Monday to Friday | 9:00 | 17:00 |

| holiday | date |
|---|---|
| Saint Nicholas | 2026-12-07 |

### Lookup priority matrix

| impact | low | very high |
|---|---|---|
| one person | p3 | p2 |
| everybody | p2 | p1 |
`

let app: TestApp
let owner: Caller
let other: Caller
let services: string[]

beforeAll(async () => {
  app = await startApp(INCIDENTS)
  owner = await app.as('Member')
  other = await app.as('Member', 'Other')
  services = []
  for (const name of ['Net', 'Mail', 'Inbox']) {
    const part_of = services.at(-1) ?? null
    const { body } = await owner.post('/api/services', { name, part_of, owner: name === 'Net' ? owner.id : null })
    services.push(body.id)
  }
})
afterAll(() => app.stop())

async function report(fields: object): Promise<string> {
  const made = await owner.post('/api/incidents', { title: 'Down', service: services[2], ...fields })
  expect(made.status).toBe(201)
  return made.body.id
}

describe('in a running application', () => {
  test(
    'a text holds words by their labels, records by their titles, and nothing for what is empty',
    { tags: 'reference/texts-with-holes' },
    async () => {
      const { body: service } = await owner.post('/api/services', { name: 'Fax', owner: owner.id })
      expect(service).toMatchObject({ contact: 'Ask Member 1, {24 h}' })
      const id = await report({ impact: 'one_person', service: service.id, title: 'Slow' })
      const { body } = await owner.get(`/api/incidents/${id}`)
      expect(body).toMatchObject({ label: 'Slow (one person): Fax of Member 1, 0', spoken: ', , ; ' })
      // No language is needed for it: it is sorted and filtered as any other.
      const filter = encodeURIComponent('label.startsWith("Slow (one person): Fax")')
      const listed = await owner.get(`/api/incidents?filter=${filter}&sort=label`)
      expect(listed.body.items.map((each: { id: string }) => each.id)).toEqual([id])
    },
  )

  test(
    'dates and money are printed in the language and the zone of the application, and then have no order',
    { tags: 'reference/texts-with-holes' },
    async () => {
      const { body: service } = await owner.post('/api/services', { name: 'Post', owner: owner.id })
      const [starts_at, ends_at] = ['2026-12-04T15:00:00Z', '2026-12-04T15:30:00Z']
      const id = await report({ service: service.id, starts_at, ends_at, cost: '1234.50' })
      const spoken = '04.12.2026, 16:00, 1.234,50 €, 30 Minuten; 04.12.2026, 16:30'
      expect((await owner.get(`/api/incidents/${id}?fields=spoken`)).body.spoken.replaceAll('\u00A0', ' ')).toBe(spoken)
      const refused = await Promise.all(
        [
          '?sort=spoken',
          '?filter=spoken%20!=%20null',
          '/summary?by=spoken',
          '?filter=service.incidents.exists(i,i.spoken=="")',
        ].map((query) => owner.get(`/api/incidents${query}`)),
      )
      expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
      for (const { body } of refused) expect(body.detail).toContain('spoken ist ein Text in der Sprache der Anwendung')
    },
  )

  test('a refusal has the titles of records as well', async () => {
    const refused = await owner.post('/api/services', { name: 'Deep', part_of: services[2], owner: owner.id })
    expect([refused.status, refused.body.detail]).toEqual([422, 'Too deep: Deep of Member 1 in Inbox of .'])
  })

  test('a lookup gives a priority, and a word asks for it', { tags: 'reference/named-conditions' }, async () => {
    const id = await report({ impact: 'everybody', urgency: 'very_high' })
    expect((await owner.get(`/api/incidents/${id}`)).body).toMatchObject({ priority: 'p1' })
    const refused = await owner.post('/api/incidents', { title: 'X', impact: 'everybody', urgency: 'very_high' })
    expect([refused.status, refused.body.detail]).toEqual([422, 'Which service?'])
    expect((await owner.get('/api/incidents?sort=priority')).status).toBe(200)
  })

  test('working time leaves out nights, weekends and holidays', { tags: 'reference/calendars' }, async () => {
    // From Friday 16:00 in Berlin over a weekend and a holiday to Tuesday 10:30.
    const id = await report({ starts_at: '2026-12-04T15:00:00Z', ends_at: '2026-12-08T09:30:00Z' })
    expect((await owner.get(`/api/incidents/${id}`)).body).toMatchObject({ worked: 'PT2H30M', days: 2, alone: true })
    const second = await report({ starts_at: '2026-12-05T15:00:00Z', ends_at: null })
    expect((await owner.get(`/api/incidents/${second}`)).body).toMatchObject({ worked: null, alone: false })
  })

  test('a role follows from the service above the service', async () => {
    const id = await report({})
    expect((await other.get(`/api/incidents/${id}`)).status).toBe(404)
    expect((await owner.patch(`/api/incidents/${id}`, { title: 'Up' })).status).toBe(200)
    const moved = await owner.patch(`/api/services/${services[0]}`, { owner: other.id })
    expect([moved.status, moved.body.owner]).toEqual([200, other.id])
    expect((await owner.get(`/api/incidents/${id}`)).status).toBe(404)
    expect((await other.get(`/api/incidents/${id}`)).body.title).toBe('Up')
  })

  test('a rule counts the ancestors', async () => {
    const { status } = await owner.post('/api/services', { name: 'Folder', part_of: services[2] })
    expect(status).toBe(422)
  })
})
