// What a document says is verified over HTTP, line by line, and a server that does something else fails.
// @module-tag V06
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { writeJunit } from '../../../shared/protocol/junit.ts'
import type { LineReport } from '../../../shared/protocol/verification.ts'
import { runDocument } from '../../../server/document/current-document.ts'
import type { WrapApp } from '../../../server/verify/open-system.ts'
import { printReport, reportLines } from '../../../server/verify/report-verification.ts'
import { verifyDocument } from '../../../server/verify/verify-document.ts'
import { compileDocument } from '../../helpers/compile-document.ts'

const DESK = `# Specification: Desk

## 1. What the product does and for whom

Requests are decided.

## 2. Screens and routes

| route | screen | shows | for |
|---|---|---|---|
| /requests | Requests | table of Request | everyone |
| /requests/:id | Request | record of Request | Clerk |

## 3. Entities and their fields

### Request

| field | type | required | default | limits |
|---|---|---|---|---|
| subject | text | yes | | max 20 |
| amount | integer | yes | | min 1, max 100 |
| asker | Person | yes | \`me\` | |
| status | one of new, done | yes | new | |
| note | text | no | | |

## 4. States and transitions

### Request.status

- starts: new
- ends: done

| transition | from | to | who | when | after | otherwise |
|---|---|---|---|---|---|---|
| decide | new | done | Clerk | \`asker != me\` | | OWN_REQUEST |
| forget | new | done | nobody | | 7 days | |

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| Large ones say why | Request | \`amount <= 50 or note != null\` | SAY_WHY |

## 6. Roles and permissions

| role | is |
|---|---|
| Clerk | somebody who decides |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Request | read | | all |
| everyone | Request | read | \`asker == me\` | all except note |
| everyone | Request | create | \`asker == me\` | subject, amount, note |
| everyone | Request | update | \`asker == me and status == "new"\` | subject, amount |

## 7. The calls it makes

not shown

## 8. The error catalogue

| code | status | message |
|---|---|---|
| OWN_REQUEST | 409 | Somebody else decides. |
| SAY_WHY | 422 | Say why. |

## 9. Business constants and limits

not shown
`

async function verify(wrap?: WrapApp, locale = 'en'): Promise<readonly LineReport[]> {
  const model = compileDocument(DESK)
  return reportLines(model, await verifyDocument(runDocument('desk.md', DESK, model), wrap ? { wrap } : {}), locale)
}

function failedTexts(lines: readonly LineReport[]): readonly string[] {
  return lines.flatMap(({ outcome, text }) => (outcome === 'failed' ? [text] : []))
}

test('what the server does is what the document says, and each line has passed', async () => {
  const lines = await verify()
  expect(lines.filter(({ outcome }) => outcome !== 'passed').map(({ text, failures }) => [text, failures])).toEqual([])
  expect(printReport('desk.md', lines)).toMatch(
    /^desk\.md: \d+ lines passed, 0 failed, 0 not testable; \d+ requests\.$/,
  )
})

test('what there was no time for is not testable, and says so', async () => {
  const model = compileDocument(DESK)
  const progress: [number, number][] = []
  const onProgress = (done: number, total: number) => void progress.push([done, total])
  const isOver = () => true
  const verification = await verifyDocument(runDocument('desk.md', DESK, model), { onProgress, isOver })
  expect(progress.map(([done]) => done)).toEqual([0, 1])
  const lines = reportLines(model, verification)
  expect(lines.filter(({ outcome }) => outcome !== 'not_testable').length).toBeLessThanOrEqual(1)
  expect(lines.at(-1)?.notTestable).toEqual(['verify had no time left for some of its checks'])
})

test('a server that answers every transition with success fails at the line of the transition', async () => {
  const lines = await verify((app) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.endsWith('/decide') !== true) return void app(request, response)
    response.setHeader('Content-Type', 'application/json')
    response.end('{}')
  })
  const failed = lines.filter(({ outcome }) => outcome === 'failed')
  expect(failed.map(({ text }) => text)).toEqual([expect.stringContaining('| decide |')])
  const script = failed[0]?.failures[0]?.curl ?? ''
  expect(script).toMatch(/^REQUEST_1='…' # id of a Request with {.*"status":"\w+"/)
  expect(script).toMatch(/^TOKEN='…' # of /m)
  const curl =
    /^curl -i -X POST 'http:\/\/127\.0\.0\.1:\d+\/api\/requests\/'"\$REQUEST_1"'\/decide' -H "Authorization: Bearer \$TOKEN"/m
  expect(script).toMatch(curl)
  // No id of the copy is left that nobody could find.
  expect(script).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/)
  expect(writeJunit('desk.md', failed)).toContain('<failure message="expected to be refused')
})

test('a server that shows everybody what some may read fails at the lines of the grants', async () => {
  let clerk: string | undefined
  const lines = await verify((app) => (request: IncomingMessage, response: ServerResponse) => {
    // The first who reads a record's page is a clerk: from then on everybody reads with their token.
    if (request.url?.startsWith('/requests') === true) clerk ??= request.headers.authorization
    if (request.method === 'GET' && clerk !== undefined) request.headers.authorization = clerk
    app(request, response)
  })
  expect(failedTexts(lines)).toContainEqual(expect.stringContaining('| everyone | Request | read |'))
})

test('a report in German says in German what was expected and what came', async () => {
  const lines = await verify(
    (app) => (request: IncomingMessage, response: ServerResponse) =>
      request.method === 'GET' ? void response.end('{}') : app(request, response),
    'de-DE',
  )
  const said = lines.flatMap(({ failures }) => failures.flatMap(({ says, problem }) => [says, problem]))
  expect(said).toContain('Request lesen als jemand ohne Anmeldung, wo die Zeile nicht gilt')
  expect(said).toContain('erwartet: der Status 401, 403 oder 404; gekommen ist: 200')
  expect(said.filter((sentence) => /\b(?:the|as|expected|refused|with)\b/.test(sentence))).toEqual([])
})
