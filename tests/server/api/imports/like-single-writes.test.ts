// An import does to its rows what creating them one by one does: the same are refused, for the same reasons, and the same is kept.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportBody } from '#shared/protocol/import.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Run

| field | type | limits |
|---|---|---|
| name | text | unique |

### Tag

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique |

### Part

| field | type | required | default | limits | value |
|---|---|---|---|---|---|
| number | sequence "P-{0000}" | | | | |
| name | text | yes | | max 8, searchable | |
| code | text | | | unique | |
| run | Run (as parts) | yes | | | |
| tags | several Tag | | | at most 2 | |
| kind | one of big, small | yes | small | | |
| weight | integer | | \`kind == "big" ? 10 : Part.filter(p, p.run == run).count()\` | min -5 | |
| note | long text | | | | |
| due at | date and time | | \`now + hours(2)\` | | |
| twice | computed integer | | | | \`weight * 2\` |
| status | one of new, done | yes | new | | |

### Log

| field | type |
|---|---|
| text | text |
| part | Part |
`,
  4: `### Part.status

- starts: new
- ends: done

| transition | from | to | who | when | then | after |
|---|---|---|---|---|---|---|
| created | | | | \`kind == "big"\` | create Log { text: "big " + name, part: this }; note = "made big" | |
| lapse | new | done | nobody | | | 3 days |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Not too many | Part | at most 3 per run where \`kind == "big"\` | Enough of them. |
| Not all alike | Part | at most 8 per name, run where \`kind == "small" and status in ["new"]\` | Enough of these. |
| Weighed | Part | \`weight >= 0\` | Weigh it. |
`,
  6: `| role | is |
|---|---|
| Maker | makes |

| role | entity | may | where |
|---|---|---|---|
| Maker | Part | read, import, see history | |
| Maker | Part | create | \`name != "ghost"\` |
| Maker | Run, Tag, Log | everything | |
`,
})

interface Row {
  readonly name: string
  readonly code: string
  readonly run: string
  readonly tags: readonly string[]
  readonly kind: string
  readonly weight: string
}

/** The values that are refused are rare, so that parts of many rows are written together. */
const often = (good: readonly string[], bad: readonly string[]) =>
  fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) })

const table = fc.array(
  fc.record({
    name: often(['bolt', 'nut', 'pin'], ['', 'much too long', 'ghost']),
    code: fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'c') },
    ),
    run: often(['first', 'second', 'third'], ['', 'none']),
    tags: fc.subarray(['red', 'blue', 'wide'], { maxLength: 3 }).filter((tags) => tags.length < 3 || tags[0] === 'red'),
    kind: often(['', 'small', 'small', 'small', 'big'], ['other']),
    weight: often(['', '1', '20'], ['-1', '-9', 'x']),
  }),
  { minLength: 1, maxLength: 90 },
)

let app: TestApp
let maker: Caller
let other: Caller

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  maker = await app.as('Maker', 'Mia Maker')
  other = await app.as('Maker', 'Otto Other')
})
afterAll(() => app.stop())

/** Names of their own for each table, so that no table meets what another has left. */
async function makeWorld(suffix: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const [path, names] of [
    ['runs', ['first', 'second', 'third']] as const,
    ['tags', ['red', 'blue', 'wide']] as const,
  ])
    for (const name of names) {
      const { body } = await maker.post(`/api/${path}`, { name: `${name}${suffix}` })
      ids.set(name, String(body.id))
    }
  return ids
}

function fileOf(rows: readonly Row[], suffix: string): string {
  const lines = rows.map(({ name, code, run, tags, kind, weight }) => {
    const named = [code === '' ? '' : `${code}${suffix}`, run === '' ? '' : `${run}${suffix}`]
    return [name, ...named, `"${tags.map((tag) => tag + suffix).join(', ')}"`, kind, weight].join(',')
  })
  return `name,code,run,tags,kind,weight\n${lines.join('\n')}\n`
}

async function importFile(file: string, mode: string): Promise<ImportBody> {
  return (await maker.post(`/api/parts/import?mode=${mode}`).type('text/csv').send(file)).body as ImportBody
}

/** Creates the rows one by one; gives those that are refused, with the fields that are named and what is said. */
async function createEach(rows: readonly Row[], suffix: string, ids: ReadonlyMap<string, string>) {
  const refused = new Map<number, readonly (readonly [string | undefined, string])[]>()
  for (const [at, { name, code, run, tags, kind, weight }] of rows.entries()) {
    const given = {
      ...(name === '' ? {} : { name }),
      ...(code === '' ? {} : { code: `${code}${suffix}` }),
      ...(run === '' ? {} : { run: ids.get(run) }),
      ...(tags.length === 0 ? {} : { tags: tags.map((tag) => ids.get(tag)) }),
      ...(kind === '' ? {} : { kind }),
      ...(weight === '' ? {} : { weight: Number(weight) }),
    }
    const { status, body } = await other.post('/api/parts', given)
    if (status === 201) continue
    const { errors = [], code: whole } = body as { errors?: { field: string; code: string }[]; code: string }
    refused.set(
      at,
      errors.length === 0 ? [[undefined, whole]] : errors.map((error) => [error.field, error.code] as const),
    )
  }
  return refused
}

/** Reads the parts of these runs, without what differs from one writing to the next. */
async function storedIn(ids: ReadonlyMap<string, string>) {
  const names = new Map([...ids].map(([name, id]) => [id, name]))
  const { body } = await maker.get(`/api/parts?sort=-number&limit=1000`)
  const all = body.items as readonly { readonly [field: string]: unknown; readonly id: string }[]
  const items = all.filter(({ run }) => names.has(String(run))).toReversed()
  const logs = (await maker.get('/api/logs?limit=1000')).body.items as readonly { text: string; part: string }[]
  const strip = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value
    if (Array.isArray(value)) return value.map(strip)
    return value
  }
  const parts = []
  for (const {
    id,
    number,
    code,
    created_by: _by,
    updated_by: _with,
    created_at: _at,
    updated_at: _then,
    ...rest
  } of items) {
    const history = (await maker.get(`/api/parts/${id}/history`)).body.items as readonly {
      event: string
      changes: object
    }[]
    const timers = await app.dependencies.storage.database.jobsOf('timer', { entity: 'Part', record: id })
    parts.push({
      ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, strip(value)])),
      code: typeof code === 'string' ? code.slice(0, 1) : code,
      history: history.map(({ event, changes }) => [event, Object.keys(changes)]),
      timers: timers.map(({ key, dueAt, value }) => ({ key, dueAt, value })),
      logs: logs.filter(({ part }) => part === id).map(({ text }) => text),
      isNumbered: typeof number === 'string',
    })
  }
  return { parts, numbers: items.map(({ number }) => Number(String(number).slice(2))) }
}

test('the rows of an import are refused and kept as if each were created by itself', { timeout: 300_000 }, async () => {
  let tables = 0
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      tables += 1
      const [ours, theirs] = [`-${tables}a`, `-${tables}b`]
      const [idsOfImport, idsOfEach] = [await makeWorld(ours), await makeWorld(theirs)]
      const readable = rows.map((row) => ({ ...row, weight: row.weight === 'x' ? '-9' : row.weight }))
      const tried = await importFile(fileOf(readable, ours), 'check')
      const refused = await createEach(readable, theirs, idsOfEach)

      const said = Map.groupBy(tried.errors, ({ line }) => line - 2)
      expect([...said.keys()]).toEqual([...refused.keys()])
      expect(tried).toMatchObject({ kept: false, created: rows.length - refused.size, refused: refused.size })
      const good = readable.filter((_, at) => !refused.has(at))
      if (good.length === 0) return
      expect(await importFile(fileOf(good, ours), 'run')).toMatchObject({
        kept: true,
        created: good.length,
        refused: 0,
      })
      const [imported, each] = [await storedIn(idsOfImport), await storedIn(idsOfEach)]
      expect(imported.parts).toEqual(each.parts)
      expect(imported.numbers).toEqual(imported.numbers.toSorted((a, b) => a - b))
      // What was undone leaves no number out, where a command counts by itself.
      if (app.dependencies.storage.shared === undefined)
        expect(imported.numbers).toEqual(good.map((_, at) => (imported.numbers[0] ?? 0) + at))
    }),
    { numRuns: 12 },
  )
})
