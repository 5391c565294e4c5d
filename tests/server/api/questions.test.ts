// Questions of the document reach those who may read the document, and nobody else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { swapDocument } from '../../helpers/swap-document.ts'

const QUESTION = { point: 3, text: 'How long is zqtitle?', owner: 'zqann', asked: '2026-11-29' }

const textFor = (setting: string): string =>
  documentOf({
    3: `### Deal

| field | type |
|---|---|
| title | text |

### Unknowns

- ${QUESTION.text}
  - owner: ${QUESTION.owner}
  - asked: ${QUESTION.asked}`,
    6: `| role | is |
|---|---|
| Reader | reads |
| Writer | writes |

| role | entity | may |
|---|---|---|
| Reader, Writer | Deal | read |

${setting}`,
  })

let app: TestApp
beforeAll(async () => {
  app = await startApp(textFor(''))
})
afterAll(() => app.stop())

test.each([
  ['', ['Administrator']],
  ['- document: administrators', ['Administrator']],
  ['- administrators: no data', ['Administrator']],
  ['- document: Reader', ['Reader', 'Administrator']],
  ['- document: everyone', ['nobody', 'Reader', 'Writer', 'Administrator']],
])('with "%s" questions are read by %j', async (setting, readers) => {
  const text = textFor(setting)
  swapDocument(app, text)
  const line = text.split('\n').findIndex((each) => each.includes(QUESTION.text)) + 1
  for (const who of ['nobody', 'Reader', 'Writer', 'Administrator']) {
    const client = who === 'nobody' ? app.anyone : await app.as(who)
    const { body } = await client.get('/api/spec').expect(200)
    const isReader = readers.includes(who)
    expect([who, body.model.questions]).toEqual([who, isReader ? [{ ...QUESTION, line }] : []])
    expect([who, JSON.stringify(body).includes('zqann')]).toEqual([who, isReader])
  }
})
