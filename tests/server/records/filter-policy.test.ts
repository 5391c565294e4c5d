// What a person asks in filters: all that expressions can say, of no more than that person may read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const document = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /jobs | Jobs | table of Job | everyone |

### Jobs

- where: \`is_weighty and lookup.weights[kind][size] > 2 and working_time(opened_at, closed_at, calendar.office) > hours(1)\`
`,
  3: `### Job

| field | type | required | choose from |
|---|---|---|---|
| name | text | yes | |
| kind | one of repair, new | no | |
| size | one of small, large | no | |
| from | date | no | |
| to | date | no | |
| opened_at | date and time | no | |
| closed_at | date and time | no | |
| secret | text | no | |
| parent | Job (as parts) | no | |
| cause | Job (as effects) | no | |
| owner | Person | no | |
`,
  5: `| word | entity | means |
|---|---|---|
| weighty | Job | \`kind == "new"\` |
| is_weighty | Job | \`weighty and size == "large"\` |
| suspicious | Job | \`secret == "x"\` |
`,
  6: `| role | is |
|---|---|
| Chief | sees all |
| Worker | sees his own |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Chief | Job | everything | | all |
| Worker | Job | read | \`owner == me\` | all except secret, cause |
| everyone | Person | read | | name |
`,
  9: `### Calendar office

| day | from | to |
|---|---|---|
| Monday to Friday | 9:00 | 17:00 |

### Calendar secret hours

| day | from | to |
|---|---|---|
| Sunday | 9:00 | 17:00 |

### Lookup weights

| kind | small | large |
|---|---|---|
| repair | 1 | 2 |
| new | 3 | 4 |

### Lookup margins

| kind | small | large |
|---|---|---|
| repair | 10 | 20 |
`,
})

let app: TestApp
let chief: Caller
let worker: Caller

beforeAll(async () => {
  app = await startApp(document)
  chief = await app.as('Chief')
  worker = await app.as('Worker')
  const create = async (name: string, fields: object): Promise<string> => {
    const { body, status } = await chief.post('/api/jobs', { name, ...fields })
    expect(status).toBe(201)
    return (body as { readonly id: string }).id
  }
  const own = { owner: worker.id }
  const house = await create('House', {
    ...own,
    kind: 'new',
    size: 'large',
    from: '2026-11-02',
    to: '2026-11-13',
    opened_at: '2026-11-20T10:00:00Z',
    closed_at: '2026-11-20T15:00:00Z',
  })
  const roof = await create('Roof', { parent: house, secret: 'x', from: '2026-11-07', to: '2026-11-08' })
  const tiles = await create('Tiles', {
    ...own,
    parent: roof,
    kind: 'repair',
    size: 'small',
    from: '2026-11-05',
    to: '2026-11-09',
  })
  await create('Gutter', { ...own, parent: house, cause: tiles, kind: 'new', size: 'small' })
})
afterAll(() => app.stop())

async function ask(caller: Caller, filter: string): Promise<readonly string[] | string> {
  const { body, status } = await caller.get(`/api/jobs?filter=${encodeURIComponent(filter)}&sort=name`)
  const { items, code } = body as { readonly items: readonly { readonly name: string }[]; readonly code: string }
  return status === 200 ? items.map(({ name }) => name) : code
}

describe('a filter', () => {
  test('counts dates and working days', async () => {
    expect(await ask(chief, 'date("2026-11-07") in dates(from, to)')).toEqual(['House', 'Roof', 'Tiles'])
    expect(await ask(worker, 'date("2026-11-07") in dates(from, to)')).toEqual(['House', 'Tiles'])
    expect(await ask(chief, 'dates(from, to, "day", ["monday"]).count() >= 2')).toEqual(['House'])
    expect(await ask(worker, 'working_days(from, to, calendar.office) > 3')).toEqual(['House'])
    expect(await ask(worker, 'working_time(opened_at, closed_at, calendar.office) == hours(5)')).toEqual(['House'])
  })

  test('compares spans', async () => {
    const clash = 'Job.exists(j, j != this and overlaps(j, this))'
    expect(await ask(chief, clash)).toEqual(['House', 'Roof', 'Tiles'])
    expect(await ask(worker, clash)).toEqual(['House', 'Tiles'])
  })

  test('looks up', async () => {
    expect(await ask(worker, 'lookup.weights[kind][size] >= 3')).toEqual(['Gutter', 'House'])
    expect(await ask(worker, 'kind not in ["new"]')).toEqual(['Tiles'])
  })

  test('follows a line as far as its reader may read', { tags: 'reference/whose-eyes' }, async () => {
    expect(await ask(chief, 'ancestors(parent).exists(j, j.name == "House")')).toEqual(['Gutter', 'Roof', 'Tiles'])
    // The roof, which is between them, does not exist for the worker.
    expect(await ask(worker, 'ancestors(parent).exists(j, j.name == "House")')).toEqual(['Gutter'])
    expect(await ask(worker, 'descendants(parent).count() > 0')).toEqual(['House'])
    expect(await ask(chief, 'descendants(parent).count() > 2')).toEqual(['House'])
  })

  test('knows no relation, calendar, lookup or word that its reader may not know', async () => {
    expect(await ask(chief, 'ancestors(cause).count() == 1')).toEqual(['Gutter'])
    expect(await ask(worker, 'ancestors(cause).count() == 1')).toBe('bad_filter')
    // In this policy there is one relation to itself.
    expect(await ask(worker, 'ancestors.count() == 1')).toEqual(['Gutter'])
    expect(await ask(chief, 'ancestors.count() == 1')).toBe('bad_filter')
    expect(await ask(worker, 'working_days(from, to, calendar.secret_hours) > 0')).toBe('bad_filter')
    expect(await ask(worker, 'lookup.margins.repair[size] > 0')).toBe('bad_filter')
    expect(await ask(chief, 'suspicious')).toEqual(['Roof'])
    expect(await ask(worker, 'suspicious')).toBe('unknown_field')
  })

  test('may be the condition of a screen as it is written', { tags: 'reference/settings-of-screens' }, async () => {
    const filter =
      'is_weighty and lookup.weights[kind][size] > 2 and working_time(opened_at, closed_at, calendar.office) > hours(1)'
    expect(await ask(worker, filter)).toEqual(['House'])
    const spec = await worker.get('/api/spec')
    expect(JSON.stringify(spec.body)).not.toContain('secret')
    expect(JSON.stringify(spec.body)).not.toContain('margins')
  })
})
