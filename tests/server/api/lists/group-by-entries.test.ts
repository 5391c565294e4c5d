// Summaries by a field of several words, several records or a list of texts: each entry is a group of its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entity } from '#shared/model/model.ts'
import { rowsBehindPart } from '../../../../client/screens/dashboard/rows-behind.ts'
import { compileDocument, documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Label

| field | type |
|---|---|
| name | text |

### Task

| field | type |
|---|---|
| project | Project |
| tags | several of red, blue, green |
| notes | list of text |
| labels | several Label |
| hours | integer |

### Project

| field | type |
|---|---|
| name | text |
| tags | several of low, high |
`,
  4: 'none.',
  5: 'none.',
  6: `| role | is |
|---|---|
| Clerk | works |
| Guest | looks |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Project, Task, Label | everything | | all |
| Guest | Task | read | | all except tags |
| Guest | Task | read | \`hours > 1\` | tags |
| Guest | Label | read | \`name == "big"\` | all |
`,
})

let app: TestApp
let clerk: Caller
let guest: Caller
const labels: string[] = []

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
  guest = await app.as('Guest')
  const made = async (path: string, body: object) => {
    const answer = await clerk.post(path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.id as string
  }
  for (const name of ['big', 'small']) labels.push(await made('/api/labels', { name }))
  const project = await made('/api/projects', { name: 'One', tags: ['high', 'low'] })
  await made('/api/tasks', { project, tags: ['red', 'blue'], notes: ['b', 'a', 'b'], labels, hours: 1 })
  await made('/api/tasks', { project, tags: ['red'], notes: ['Ä', 'b'], labels: labels.slice(1), hours: 2 })
  await made('/api/tasks', { tags: [], hours: 4 })
})
afterAll(() => app.stop())

const grouped = async (by: string, who = clerk) => {
  const { status, body } = await who.get(`/api/tasks/summary?measure=count,sum(hours)&by=${by}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.groups.map((group: { key: unknown; subkey?: unknown; measures: object }) => [
    group.key,
    ...('subkey' in group ? [group.subkey] : []),
    ...Object.values(group.measures),
  ])
}

test('a record is in the group of each of its words, in their order', async () => {
  expect(await grouped('tags')).toEqual([
    ['red', 2, 3],
    ['blue', 1, 1],
    [null, 1, 4],
  ])
  expect(await grouped('project.tags')).toEqual([
    ['low', 2, 3],
    ['high', 2, 3],
    [null, 1, 4],
  ])
})

test('a text that stands twice in a list counts once', async () => {
  expect(await grouped('notes')).toEqual([
    ['a', 1, 1],
    ['Ä', 1, 2],
    ['b', 2, 3],
    [null, 1, 4],
  ])
})

test('a record is in the group of each record that it leads to', async () => {
  const counts = new Map((await grouped('labels')).map(([key, ...numbers]: unknown[]) => [key, numbers]))
  expect(counts).toEqual(
    new Map<unknown, unknown>([
      [labels[0], [1, 1]],
      [labels[1], [2, 3]],
      [null, [1, 4]],
    ]),
  )
})

test('two such fields make a group for each pair', async () => {
  expect(await grouped('tags,notes')).toEqual([
    ['red', 'a', 1, 1],
    ['red', 'Ä', 1, 2],
    ['red', 'b', 2, 3],
    ['blue', 'a', 1, 1],
    ['blue', 'b', 1, 1],
    [null, null, 1, 4],
  ])
})

test('conditions of the language find the rows of a group', async () => {
  const hours = async (filter: string) => {
    const { status, body } = await clerk.get(`/api/tasks?filter=${encodeURIComponent(filter)}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items.map((item: { readonly hours: number }) => item.hours).toSorted()
  }
  const task = compileDocument(DOCUMENT).entities.get('Task') as Entity
  const behind = (by: string, key: string) => {
    const measure = { kind: 'measure', measure: 'count', entity: 'Task', by: { field: by }, as: 'bars' } as const
    return rowsBehindPart(compileDocument(DOCUMENT), task, measure, [key]) ?? ''
  }
  expect(await hours(behind('tags', 'red'))).toEqual([1, 2])
  expect(await hours(behind('notes', 'Ä'))).toEqual([2])
  expect(await hours(behind('labels', labels[0] ?? ''))).toEqual([1])
  for (const by of ['tags', 'notes', 'labels']) expect(await hours(behind(by, ''))).toEqual([4])
})

test('what one may not read is in no group', async () => {
  expect(await grouped('tags', guest)).toEqual([
    ['red', 1, 2],
    [null, 2, 5],
  ])
})
