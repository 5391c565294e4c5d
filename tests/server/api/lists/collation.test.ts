// Texts are sorted as people sort them wherever a list has an order, page by page, up and down; in a German document too.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collationKey } from '#shared/expressions/functions/collation.ts'
import { compareTexts } from '#shared/expressions/functions/text-functions.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows |
|---|---|---|
| /sorten | Sorten | table of Sorte |

### Sorten

- sort: gruppe descending, name`,
  3: `### Sorte

- plural: sorten
- order: name

| field | type | required | value |
|---|---|---|---|
| name | text | | |
| gruppe | text | yes | |
| vorbild | Sorte (as kinder) | | |
| anzeige | computed text | | \`name + "!"\` |
| frage | computed text | | \`me == null ? "" : name\` |
| folge | computed text | | \`join(kinder.sort(k, k.name).map(k, k.name), " ")\` |`,
  6: '| role | is |\n|---|---|\n| Gärtner (gardener) | pflanzt |\n\n| role | entity | may |\n|---|---|---|\n| Gärtner | Sorte | everything |',
  7: `| call | who | does |
|---|---|---|
| GET /api/verzeichnis | Gärtner | listet |

### Shape eintrag of Sorte

| name | value |
|---|---|
| name | \`name\` |

### GET /api/verzeichnis

1. let alle = Sorte.filter(s, s.name != null)
2. answer 200

   \`\`\`json
   { "auf": "\`alle.sort(s, s.name).page(4, 1).map(s, s.name)\`", "ab": "\`alle.sort_down(s, s.name).first(4).map(s, s.name)\`" }
   \`\`\``,
  9: '| name | value |\n|---|---|\n| language | de |',
})

const NAMES = ['Zoo', 'apple', 'Äpfel', 'Apfel', 'Banane', 'apfel', 'Äpfel', 'Zebra', 'éclair', 'Ähre', null]
const IN_ORDER = ['Ähre', 'Apfel', 'apfel', 'Äpfel', 'Äpfel', 'apple', 'Banane', 'éclair', 'Zebra', 'Zoo']

let app: TestApp
let gardener: Caller
let idOf: ReadonlyMap<string | null, string>

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  gardener = await app.as('gardener')
  const ids = new Map<string | null, string>()
  for (const [index, name] of NAMES.entries()) {
    const { body } = await gardener.post('/api/sorten', { name, gruppe: index % 2 ? 'Äste' : 'ast' }).expect(201)
    ids.set(name, body.id)
  }
  for (const name of IN_ORDER) await gardener.patch(`/api/sorten/${ids.get(name)}`, { vorbild: ids.get('Zoo') })
  idOf = ids
})
afterAll(() => app.stop())

interface Row {
  readonly id: string
  readonly name: string | null
  readonly gruppe: string
}

async function pagesOf(query: string, limit: number): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (let after = ''; ;) {
    const { body } = await gardener.get(`/api/sorten?${query}&limit=${limit}${after}`).expect(200)
    rows.push(...body.items)
    if (body.next === null) return rows
    after = `&after=${body.next}`
  }
}

const namesOf = async (query: string, limit = 100) => (await pagesOf(query, limit)).map(({ name }) => name)

test.each([1, 2, 3, 100])(
  'a list is sorted by a text, pages of %i, up and down, what is empty last',
  { tags: 'reference/how-texts-are-sorted' },
  async (limit) => {
    expect(await namesOf('sort=name', limit)).toEqual([...IN_ORDER, null])
    expect(await namesOf('sort=-name', limit)).toEqual([...IN_ORDER.toReversed(), null])
    expect(await namesOf('sort=anzeige', limit)).toEqual([...IN_ORDER, null])
    expect(await namesOf('sort=frage', limit)).toEqual([...IN_ORDER, null])
  },
)

test('what no order is asked of comes in that of its entity', async () => {
  expect(await namesOf('', 4)).toEqual([...IN_ORDER, null])
})

test('of one text, the records come in the order of their making, and down the other way', async () => {
  const twins = async (query: string) =>
    (await pagesOf(query, 1)).filter(({ name }) => name === 'Äpfel').map(({ id }) => id)
  const up = await twins('sort=name')
  expect(up).toEqual(up.toSorted())
  expect(await twins('sort=-name')).toEqual(up.toReversed())
})

test.each([1, 4])('a text is sorted within the groups of another, pages of %i', async (limit) => {
  const rows = await pagesOf('sort=-gruppe,name', limit)
  expect(rows.map(({ gruppe }) => gruppe)).toEqual([...Array(5).fill('Äste'), ...Array(6).fill('ast')])
  for (const gruppe of ['Äste', 'ast']) {
    const names = rows.filter((row) => row.gruppe === gruppe).map(({ name }) => name)
    const place = (name: string | null): number => (name === null ? IN_ORDER.length : IN_ORDER.indexOf(name))
    expect(names).toEqual(names.toSorted((one, other) => place(one) - place(other)))
  }
})

test('groups of a summary come in that order', async () => {
  const { body } = await gardener.get('/api/sorten/summary?by=name').expect(200)
  expect(body.groups.map(({ key }: { key: unknown }) => key)).toEqual([...new Set(IN_ORDER), null])
})

test('a relation is sorted by its text, and sets of the document are', async () => {
  const { body } = await gardener.get('/api/verzeichnis').expect(200)
  expect(body).toEqual({ auf: IN_ORDER.slice(1, 5), ab: IN_ORDER.toReversed().slice(0, 4) })
  const { body: zoo } = await gardener.get(`/api/sorten/${idOf.get('Zoo')}`).expect(200)
  expect(zoo.folge).toBe([...new Set(IN_ORDER)].join(' '))
  await gardener.patch(`/api/sorten/${idOf.get('apple')}`, { vorbild: idOf.get('Ähre') }).expect(200)
  expect((await namesOf('sort=vorbild.name,name', 3)).slice(0, 3)).toEqual(['apple', 'Ähre', 'Apfel'])
  expect((await namesOf('sort=-vorbild.name,name', 3)).slice(0, 3)).toEqual(['Ähre', 'Apfel', 'apfel'])
})

test('a page goes on behind its last text, whatever that is', async () => {
  const letters = fc.constantFrom(
    'a',
    'A',
    'ä',
    'Ä',
    'b',
    'ß',
    's',
    'S',
    'ﬁ',
    'ł',
    'é',
    'e\u0301',
    'Σ',
    'ς',
    '😀',
    ' ',
    '1',
    '~',
  )
  const texts = fc.sample(fc.string({ unit: letters, minLength: 1, maxLength: 4 }), { numRuns: 150, seed: 7 })
  const group = 'zufällig'
  const kept: { readonly id: string; readonly name: string | null }[] = []
  for (const name of texts) {
    const { body } = await gardener.post('/api/sorten', { name, gruppe: group }).expect(201)
    kept.push({ id: body.id, name: body.name })
  }
  const filter = `filter=${encodeURIComponent(`gruppe == "${group}"`)}`
  const compare = (one: (typeof kept)[number], other: (typeof kept)[number]): number => {
    if (one.name === null || other.name === null) return Number(one.name === null) - Number(other.name === null)
    return compareTexts(collationKey(one.name), collationKey(other.name)) || compareTexts(one.name, other.name)
  }
  const up = kept.toSorted((one, other) => compare(one, other) || compareTexts(one.id, other.id))
  const filled = kept.filter(({ name }) => name !== null)
  const down = [
    ...filled.toSorted((one, other) => compare(other, one) || compareTexts(other.id, one.id)),
    ...kept.filter(({ name }) => name === null).toSorted((one, other) => compareTexts(other.id, one.id)),
  ]
  for (const limit of [7, 200]) {
    expect((await pagesOf(`${filter}&sort=name`, limit)).map(({ id }) => id)).toEqual(up.map(({ id }) => id))
    expect((await pagesOf(`${filter}&sort=-name`, limit)).map(({ id }) => id)).toEqual(down.map(({ id }) => id))
  }
})
