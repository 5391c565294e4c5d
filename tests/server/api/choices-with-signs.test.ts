// Choices whose labels have signs differ, and are named as they are written.
import { expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `
### Exam

| field | type |
|---|---|
| grade | one of A, A- (A_minus), B+ (B_plus), B |
| seen | several of A, A- (A_minus) |
`,
  6: `
| role | entity | may |
|---|---|---|
| everyone | Exam | everything |
`,
})

test('a refusal names the labels of the choices, which may be sent as well as their words', async () => {
  const app = await startApp(DOCUMENT)
  try {
    const person = await app.as('', 'Ann')
    const refused = await person.post('/api/exams', { grade: 'C' })
    expect(refused.body.errors).toMatchObject([{ field: 'grade', message: 'Grade must be A, A-, B+, or B.' }])
    const kept = await person.post('/api/exams', { grade: 'A-', seen: ['A-', 'A'] })
    expect([kept.status, kept.body]).toMatchObject([201, { grade: 'A_minus', seen: ['A', 'A_minus'] }])
  } finally {
    await app.stop()
  }
})
