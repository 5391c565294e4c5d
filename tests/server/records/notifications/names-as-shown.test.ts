// A value by the name that an effect gave it, or as an input, is printed as it is by itself: money with its currency, words by their labels.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

/** Values as holes by themselves, and what people see of them. */
const VALUES: readonly (readonly [expression: string, shown: string])[] = [
  ['fee', '€3.00'],
  ['total', '€1,000.00'],
  ['both', '€1,003.00'],
  ['twice', '€2,000.00'],
  ['fee * 2 + total', '€1,006.00'],
  ['parts.sum(p, p.amount * 2)', '€2,000.00'],
  ['plain', '1,500.000'],
  ['total / fee', '333.333333'],
  ['kind', 'under review'],
  ['kinds', 'very large, under review'],
  ['found', 'very large, under review'],
  ['kinds.filter(k, k != "very_large")', 'under review'],
]

const document = documentOf({
  3: `### Job

| field | type | value |
|---|---|---|
| kind | one of under review, very large | |
| kinds | several of very large, under review | |
| fee | money | |
| total | computed money | \`parts.sum(p, p.amount)\` |
| both | computed money | \`fee + total\` |
| twice | computed money | \`total * 2\` |
| plain | computed decimal(3) | \`total * 1.5\` |
| found | computed several of very large, under review | \`kinds\` |

### Part

| field | type |
|---|---|
| job | Job (as parts) |
| amount | money |
`,
  4: `### Job.status
- starts: open

| transition | from | to | who | when | asks | then | otherwise |
|---|---|---|---|---|---|---|---|
${VALUES.map(([value], at) => `| by itself ${at} | open | stay | Worker | | | notify created_by "{${value}}" | |\n| by name ${at} | open | stay | Worker | | | let v = ${value}; let w = v; notify created_by "{w}" | |`).join('\n')}
| each | open | stay | Worker | | | for each v in parts.map(p, p.amount * 2): notify created_by "{v}" | |
| give | open | stay | Worker | | some: several of (very large, under review) | notify created_by "{input.some}" | |
| doubt | open | stay | Worker | \`input.some.count() > 5\` | some: several of (very large, under review) | | DOUBT |
`,
  6: `| role | is |
|---|---|
| Worker | works |

| role | entity | may |
|---|---|---|
| Worker | Job, Part | everything |
`,
  8: `| code | status | message |
|---|---|---|
| DOUBT | 409 | Not {input.some} with {kinds}. |
`,
})

let app: TestApp
let worker: Caller
let job = ''
beforeAll(async () => {
  app = await startApp(document)
  worker = await app.as('Worker', 'Tom')
  const given = { kind: 'under_review', kinds: ['very_large', 'under_review'], fee: '3.00' }
  job = (await worker.post('/api/jobs', given).expect(201)).body.id
  await worker.post('/api/parts', { job, amount: '1000.00' }).expect(201)
})
afterAll(() => app.stop())

async function noticeOf(step: string, input: object = {}): Promise<string> {
  await worker.post(`/api/jobs/${job}/${step}`, input).expect(200)
  return (await worker.get('/api/system/inbox').expect(200)).body.items[0].text
}

test.for(VALUES.map(([value, shown], at) => [value, shown, at] as const))('%s', async ([, shown, at]) => {
  expect([await noticeOf(`by-itself-${at}`), await noticeOf(`by-name-${at}`)]).toEqual([shown, shown])
})

test('each of several, and inputs in notices and refusals', async () => {
  expect(await noticeOf('each')).toBe('€2,000.00')
  expect(await noticeOf('give', { some: ['very_large', 'under_review'] })).toBe('very large, under review')
  const { body } = await worker.post(`/api/jobs/${job}/doubt`, { some: ['very_large'] }).expect(409)
  expect(body.detail).toBe('Not very large with very large, under review.')
})
