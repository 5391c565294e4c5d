// Pages ask for nothing that their reader may not read: what names such a field would be refused whole.
// @module-tag reference/settings-of-screens
import { expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import { sampleOf } from '../apps/people-sample.ts'
import { samplePassword } from '../apps/people.ts'
import { describeJourney, openAlive } from './journey.ts'
import { word } from './words.ts'

const EXPERT = 'eve@example.com'
const INSURED = 'ines@example.com'
/** Fields that the insured may write and not read. */
const WRITTEN = 'urgency, wanted on, until, kind, clerk'
const SCREENS = `
| route | screen | shows | for |
|---|---|---|---|
| / | Overview | dashboard | everyone |
| /claims | Claims | table of Claim | everyone |
| /claims/:id | Claim | record of Claim | everyone |
| /urgent | Urgent | table of Claim | everyone |
| /board | Board | board of Claim by kind | everyone |
| /calendar | Calendar | calendar of Claim by wanted on to until | everyone |
| /agenda | Agenda | timeline of Claim by wanted on | everyone |
| /gallery | Gallery | gallery of Claim by picture | everyone |
| /reports | Reports | table of Report | everyone |
| /new | New claim | form for Claim | everyone |

### Overview

| tile | shows |
|---|---|
| All claims | count of Claim |
| Longest | maximum of Claim.wanted on |
| By kind | count of Claim by kind |
| The urgent | count of Claim where \`urgency > 1\` |
| Latest | table of Claim |

### Claims

- columns: name, urgency, kind, clerk.name
- filters: urgency, kind, clerk
- sort: urgency descending
- group: kind

### Urgent

- where: \`urgency > 1\`
- group: clerk

### Claim

- beside: reports, visits, remarks, history

### Board

- sort: urgency descending
`
const DOCUMENT = documentOf({
  2: SCREENS,
  3: `
### Claim

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | searchable |
| urgency | integer | | |
| wanted on | date | | |
| until | date | | |
| kind | one of fire, water | | |
| clerk | Person (as claims) | | |
| picture | image | | |

- title: "{name} {urgency}"
- order: urgency descending

### Report

| field | type | required | default |
|---|---|---|---|
| claim | Claim | yes | |
| expert | Person (as reports) | yes | \`me\` |
| findings | long text | | |
| label | text | | |
| surveyed on | date | | |
| plan | file | | |

### Visit

| field | type | required |
|---|---|---|
| claim | Claim | yes |
| guest | Person (as visits) | |
| notes | long text | |
| place | integer | |

- order: place

### Remark

| field | type | required |
|---|---|---|
| claim | Claim | yes |
| text | text | |
`,
  6: `
| role | is |
|---|---|
| Insured | has a policy |
| Expert | writes |

| role | entity | may | fields |
|---|---|---|---|
| Expert | Claim, Report, Visit, Remark | everything | all |
| Insured | Claim | read | name, picture |
| Insured | Claim | create, update | name, picture, ${WRITTEN} |
| Insured | Report | read | claim, expert, findings, label, plan |
| Insured | Visit | read | claim, notes |
| Insured | Visit | create, update | claim, guest, notes, place |
| Insured | Remark | read | text |
| Insured | Remark | create | claim, text |
| everyone | Person | read | name |
`,
})

const PEOPLE = [
  { at: '-P2D', name: 'Eve', email: EXPERT, roles: ['Expert'] },
  { at: '-P2D', name: 'Ines', email: INSURED, roles: ['Insured'] },
]
const sample = sampleOf(JSON.stringify({ password: samplePassword, people: PEOPLE, actions: [] }))

describeJourney('somebody who may read a few fields, and write others', { document: DOCUMENT, sample }, (journey) => {
  test('is refused nothing by any page, and reads a conversation in its order', async () => {
    const { post, context } = await journey.visit(EXPERT)
    const { id: claim } = await post('/api/claims', {
      name: 'Hail',
      urgency: 3,
      wanted_on: '2026-12-01',
      kind: 'water',
    })
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A house without a roof') }
    const uploaded = await context.request.post('/api/system/files', {
      headers: { Origin: journey.desk.url },
      multipart: { file },
    })
    const plan = await uploaded.json()
    await post('/api/reports', { claim, findings: 'The roof is gone.' })
    await post('/api/reports', {
      claim,
      findings: 'So are the windows.',
      label: 'Second visit',
      surveyed_on: '2026-11-02',
      plan,
    })
    await post('/api/visits', { claim, notes: 'Nobody was at home.', place: 2 })
    await post('/api/remarks', { claim, text: 'Be quick.' })

    const { page } = await journey.visit(INSURED)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    const routes = [...SCREENS.matchAll(/^\| (\/\S*) \|/gm)].flatMap(([, route = '']) => route.replace(':id', claim))
    expect(routes).toHaveLength(10)
    for (const route of routes) {
      await openAlive(page, route)
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .mantine-Skeleton-root') === null)
      expect(await page.getByRole('alert').allInnerTexts(), route).toEqual([])
    }
    expect(refused).toEqual([])

    await openAlive(page, `/claims/${claim}`)
    const reports = page.locator('section', { has: page.getByRole('heading', { name: /^reports/i, level: 2 }) })
    await reports.getByText('So are the windows.').waitFor()
    const texts = await reports
      .getByRole('listitem')
      .filter({ hasText: /The roof|So are/u })
      .allInnerTexts()
    expect(texts.map((text) => /The roof|So are/u.exec(text)?.[0])).toEqual(['The roof', 'So are'])
    // Besides its text a message has what else may be read of it.
    const [first, second] = texts.map((text) => text.replaceAll(/\s+/gu, ' '))
    expect(first).not.toMatch(/Label|Plan/u)
    expect(second).toMatch(/Label Second visit Plan plan\.txt/u)
    expect(second).not.toContain('Surveyed on')
    await page.getByText('Nobody was at home.').waitFor()
    // Of which claim a remark is, is not theirs to know; they add one all the same.
    expect(await page.getByText('Be quick.').count()).toBe(0)
    await page
      .getByRole('region', { name: 'Remarks' })
      .getByRole('button', { name: word('Add {name}', { name: 'remark' }) })
      .waitFor()
  })
})
