// The records that verify makes have what a document asks of them: values of their own, what may be chosen, moments to come.
import { expect, test } from 'vitest'
import { runDocument } from '../../../server/document/current-document.ts'
import { reportLines } from '../../../server/verify/report-verification.ts'
import { verifyDocument } from '../../../server/verify/verify-document.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  3: `### Course

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | |
| seats | integer | yes | 1..3 |

### Grade

| field | type | required | limits |
|---|---|---|---|
| course | Course, deleted with it | yes | |
| mark | one of good, bad | yes | unique per course |

### Lesson

| field | type | required | limits | choose from |
|---|---|---|---|---|
| course | Course | yes | | \`status == "open"\` |
| starts_at | date and time | yes | min now | |
`,
  4: `### Course.status

- starts: planned
- ends: closed

| transition | from | to | who |
|---|---|---|---|
| start | planned | open | Teacher |
| close | open | closed | Teacher |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| As many as seats | Grade | at most course.seats per course | Full. |
| Two lessons | Lesson | at most 2 per course | Enough. |
| Not fewer than grades | Course | \`grades.count() <= seats\` | Too few. |
`,
  6: `| role | is |
|---|---|
| Teacher | teaches |

| role | entity | may | where |
|---|---|---|---|
| Teacher | Course, Grade, Lesson | everything | |
| everyone | Person | read | \`this == me or is("Teacher")\` |
`,
})

test('lines about unique, choose from, min now and counts are verified, and none fails for what was made', async () => {
  const model = compileDocument(DOCUMENT)
  const lines = reportLines(model, await verifyDocument(runDocument('courses.md', DOCUMENT, model)))
  expect(lines.flatMap(({ failures, text }) => failures.map(({ problem }) => [text, problem]))).toEqual([])
  const outcomeOf = (text: string) => lines.find((line) => line.text.startsWith(text))?.outcome
  expect(['| mark |', '| As many as seats |', '| Two lessons |'].map(outcomeOf)).toEqual(['passed', 'passed', 'passed'])
})
