// An answer is JSON: values of several types may stand in one place, and choices have their labels there.
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'
import { startApp } from '../../../apps/start-app.ts'

const FENCE = '```'
const DOCUMENT = documentOf({
  3: `
### Exam

| field | type | required | value |
|---|---|---|---|
| course | text | yes | |
| grade | one of A, A- (A_minus), not graded | yes | |
| fee | money | yes | |
| marks | several of good, very good | | |
| shown | computed text | | \`label(grade)\` |
| note | computed text | | \`"{limits.dear} for {label(grade)}; {lookup.fine[grade]}"\` |
`,
  6: `
| role | entity | may |
|---|---|---|
| everyone | Exam | everything |
`,
  7: `
| call | who | does |
|---|---|---|
| GET /api/transcript | everyone | all exams |

### GET /api/transcript

1. answer 200

${FENCE}json
{
  "exams": "\`Exam.sort(e, e.course).map(e, shape.exam(e))\`",
  "either": "\`Exam.count() > 1 ? { fee: Exam.sum(e, e.fee) } : [limits.dear]\`",
  "mixed": "\`[1, 'A-', { fee: 2.50 }]\`"
}
${FENCE}

### Shape exam of Exam

| name | value |
|---|---|
| grade | \`grade == "not_graded" ? null : label(grade)\` |
| more | \`fee > 100.00 ? { fee: fee, over: fee - limits.dear } : marks.map(m, label(m))\` |
`,
  9: `
| name | value |
|---|---|
| dear | 1,000 EUR |

### Lookup fine

| grade | fine |
|---|---|
| A | €2 |
| A- (A_minus) | 3.50 EUR |
`,
})

test('objects, lists and single values join to JSON, and choices are shown by their labels', async () => {
  expect(sayDiagnostics(DOCUMENT, compile(DOCUMENT), ['error', 'warning'])).toEqual([])
  const app = await startApp(DOCUMENT)
  try {
    const person = await app.as('', 'Ann')
    const exams = [
      { course: 'Algebra', grade: 'A_minus', fee: '1200.00', marks: ['very_good', 'good'] },
      { course: 'Botany', grade: 'not_graded', fee: '20.00', marks: ['very_good', 'good'] },
    ]
    for (const exam of exams) expect((await person.post('/api/exams', exam)).status).toBe(201)
    expect((await person.get('/api/transcript')).body).toEqual({
      exams: [
        { grade: 'A-', more: { fee: '1200.00', over: '200.00' } },
        { grade: null, more: ['good', 'very good'] },
      ],
      either: { fee: '1220.00' },
      mixed: [1, 'A-', { fee: '2.50' }],
    })
    const { body } = await person.get('/api/exams?sort=course')
    expect(body.items).toMatchObject([
      { shown: 'A-', note: '€1,000.00 for A-; €3.50' },
      { shown: 'not graded', note: '€1,000.00 for not graded; ' },
    ])
  } finally {
    await app.stop()
  }
})
