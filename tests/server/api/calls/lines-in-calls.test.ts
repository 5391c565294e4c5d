// Calls of the document's own that write a head with its lines: grants, rules, places of errors, versions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPENSES } from '../../../apps/expenses.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = EXPENSES.replace(
  '### POST /api/quick-claims',
  `### POST /api/trips

- who: Employee, Reader

| takes | in | type | required |
|---|---|---|---|
| trip.title | body | text | yes |
| trip.costs | body | json | no |

1. let claim = create Claim { title: input.trip.title, lines: input.trip.costs }
2. answer 201

\`\`\`json
"\`shape.trip(claim)\`"
\`\`\`

### POST /api/nights

- who: Reader

| takes | in | type | required |
|---|---|---|---|
| nights | body | integer | yes |

1. let claim = create Claim { title: "Nights", lines: [1, 2].map(n, { position: n, what: "hotel", description: "Night {n}", price: 60.00 * input.nights }) }
2. answer 201

\`\`\`json
{ "lines": "\`ClaimLine.count()\`" }
\`\`\`

### POST /api/tours

- who: Employee

| takes | in | type | required |
|---|---|---|---|
| towns | body | list of text | yes |
| costs | body | json | no |

1. for each town in towns: try create Claim { title: town, lines: input.costs } otherwise create Claim { title: "Tour" }

### PUT /api/trips/:id/lines of Claim

- who: Employee, Reader

| takes | in | type | required |
|---|---|---|---|
| title | body | text | no |
| lines | body | json | no |

1. title = input.title if input.title != null
2. lines = input.lines
3. answer 200

\`\`\`json
"\`shape.trip(this)\`"
\`\`\`

### Shape trip of Claim

| name | value |
|---|---|
| number | \`number\` |
| total | \`total\` |
| version | \`_version\` |
| lines | \`lines.sort(l, l.position).map(l, l.description)\` |

### POST /api/quick-claims`,
)

let app: TestApp
let emil: Caller
let reader: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  emil = await app.as('Employee', 'Emil')
  reader = await app.as('Reader', 'Rita')
})
afterAll(() => app.stop())

const hotel = { position: 1, what: 'hotel', description: 'Two nights', price: '120.00' }
const train = { position: 2, what: 'train', description: 'There', price: '40.00' }

async function heads(): Promise<number> {
  const admin = await app.as('Manager', 'Maja')
  return (await admin.get('/api/claims?count=exact')).body.count
}

describe('a call that creates a head with its lines', () => {
  test('writes all of it at once', { tags: 'reference/steps' }, async () => {
    const { status, body } = await emil.post('/api/trips', { trip: { title: 'Oslo', costs: [hotel, train] } })
    expect([status, body]).toMatchObject([201, { total: '160.00', lines: ['Two nights', 'There'] }])
  })

  test('is refused as a whole, with the place and the sentence of each wrong line', async () => {
    const before = await heads()
    const costs = [hotel, { ...train, price: '0.00' }, { what: 'plane', description: 'Up', price: '1.00' }]
    const { status, body } = await emil.post('/api/trips', { trip: { title: 'Oslo', costs } })
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['trip.costs[1].price', 'trip.costs[2].what'],
    ])
    expect(body.source).toMatchObject({ point: 3 })
    expect(await heads()).toBe(before)
  })

  test('writes lines that the document writes out on the document’s authority', async () => {
    const before = await heads()
    expect((await reader.post('/api/nights', { nights: 2 })).status).toBe(201)
    expect(await heads()).toBe(before + 1)
    const admin = await app.as('Manager', 'Maja')
    const { body } = await admin.get('/api/claims?sort=-created_at&limit=1&expand=lines').expect(200)
    expect(body.items[0]).toMatchObject({ title: 'Nights', lines: [{ price: '120.00' }, { price: '120.00' }] })
  })

  test('leaves lines to the grants of its caller', async () => {
    const before = await heads()
    const hidden = await emil.post('/api/trips', { trip: { title: 'Rome', costs: [{ ...hotel, note: 'for me' }] } })
    expect([hidden.status, hidden.body.errors[0].field]).toEqual([422, 'trip.costs[0].note'])
    const { status } = await reader.post('/api/trips', { trip: { title: 'Rome', costs: [hotel] } })
    expect(status).toBe(403)
    expect(await heads()).toBe(before)
  })

  test('asks for as many as the document does', async () => {
    for (const costs of [[], undefined]) {
      const { status, body } = await emil.post('/api/trips', { trip: { title: 'Rome', costs } })
      expect([status, body.errors[0].field]).toEqual([422, 'trip.costs'])
    }
    const wrong = await emil.post('/api/trips', { trip: { title: 'Rome', costs: 'two' } })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'trip.costs'])
  })

  test('obeys the rules over head and lines', async () => {
    const costs = [{ ...hotel, price: '600.00' }]
    expect((await emil.post('/api/trips', { trip: { title: 'Rome', costs } })).body.code).toBe('TOO_MUCH')
  })
})

describe('a call that sets the lines of the record at hand', () => {
  async function makeTrip() {
    const { body } = await emil.post('/api/trips', { trip: { title: 'Bern', costs: [hotel, train] } })
    const { items } = (await emil.get(`/api/claims?filter=number == "${body.number}"&expand=lines`)).body
    return items[0]
  }
  const put = (caller: Caller, id: string, body: object, version?: number) => {
    const request = caller.put(`/api/trips/${id}/lines`, body)
    return version === undefined ? request : request.set('If-Match', String(version))
  }

  test('changes, creates and removes them, whatever steps before it changed', async () => {
    const claim = await makeTrip()
    const [first] = claim.lines
    const lines = [
      { id: first.id, description: 'One night' },
      { ...train, description: 'Back' },
    ]
    const { status, body } = await put(emil, claim.id, { title: 'Basel', lines }, claim._version)
    expect([status, body.lines]).toEqual([200, ['One night', 'Back']])
    expect(body.version).toBeGreaterThan(claim._version)
  })

  test('wants the version that the caller saw', async () => {
    const claim = await makeTrip()
    expect((await put(emil, claim.id, { lines: [] })).status).toBe(428)
    expect((await put(emil, claim.id, { lines: [hotel] }, claim._version + 7)).status).toBe(412)
  })

  test('leaves lines that were not sent as they are', async () => {
    const claim = await makeTrip()
    expect((await put(emil, claim.id, { title: 'Basel' })).body.lines).toHaveLength(2)
  })

  test('undoes the steps before it where a line is refused', async () => {
    const claim = await makeTrip()
    const refused = await put(emil, claim.id, { title: 'Basel', lines: [{ ...hotel, price: '-1.00' }] }, claim._version)
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'lines[0].price'])
    expect((await emil.get(`/api/claims/${claim.id}`)).body.title).toBe('Bern')
  })
})

test('the description of the API says what a line holds', async () => {
  const { paths } = (await emil.get('/api/openapi.json')).body
  const { trip } = paths['/api/trips'].post.requestBody.content['application/json'].schema.properties
  expect(Object.keys(trip.properties.costs.items.properties)).toContain('price')
  expect(Object.keys(trip.properties.costs.items.properties)).not.toContain('note')
})

test('it says so where a step inside "for each" or "try" takes them', { tags: 'reference/steps' }, async () => {
  const { paths } = (await emil.get('/api/openapi.json')).body
  const { costs } = paths['/api/tours'].post.requestBody.content['application/json'].schema.properties
  expect(Object.keys(costs.items?.properties ?? {})).toContain('price')
})
