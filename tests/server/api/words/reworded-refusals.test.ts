// The system's own refusals, in the words that point 8 gives to their names or codes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { REFUSALS, translatedText } from '#shared/refusals/catalogue.ts'
import type { RefusalText, TranslatedText } from '#shared/refusals/refusal-text.ts'
import { documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const document = documentOf({
  3: `### Tool

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique, max 5 |
| price | integer | no | 1..9 |
| kind | one of saw, drill | no | |
`,
  6: `| role | is |
|---|---|
| Keeper | lends |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Keeper | Tool | everything | | all |
`,
  7: `### GET /api/shed

- who: everyone

| takes | in | type |
|---|---|---|
| count | query | integer |

1. answer 200

\`\`\`json
{ "count": "\`count\`" }
\`\`\`
`,
  8: `| code | status | message |
|---|---|---|
| body_not_json | 400 | Das ist kein JSON. |
| malformed | 400 | So geht es nicht: {reason} |
| unknown_parameter | 400 | {parameter} gibt es hier nicht, nur {known}. |
| method_not_allowed | 405 | {method} geht nicht, {methods} schon. |
| required | 422 | {field} fehlt. |
| too_long | 422 | {field} ist zu lang. |
| taken | 422 | {field} gibt es schon. |
| conflict | 409 | Das passt nicht. |
| bad_filter | 400 | Diese Bedingung ist keine: {problem} |
| wrong_credentials | 401 | Adresse oder Kennwort stimmt nicht. |
| not_found | 404 | Das gibt es nicht. |
`,
})

let app: TestApp
let keeper: Caller
beforeAll(async () => {
  app = await startApp(document)
  keeper = await app.as('Keeper')
})
afterAll(() => app.stop())

describe('a document rewords', () => {
  test('nothing that it is warned of', () => {
    expect(
      sayDiagnostics(document, compile(document), ['error', 'warning']).filter((line) => line.includes('code')),
    ).toEqual([])
  })

  test(
    'one refusal by its name, and by a code all others that carry it, which may be cited',
    { tags: 'reference/point-8-the-error-catalogue' },
    async () => {
      const send = (body: string) =>
        app.anyone
          .post('/api/tools')
          .set('Authorization', `Bearer ${keeper.token}`)
          .set('Content-Type', 'application/json')
          .send(body)
      expect((await send('{"name":')).body).toMatchObject({ code: 'malformed', detail: 'Das ist kein JSON.' })
      expect((await send('{"name":"a","name":"b"}')).body).toMatchObject({
        code: 'malformed',
        detail: 'So geht es nicht: The body has a name twice in one object.',
      })
    },
  )

  test('what an address, a method, a filter and a sign-in are refused with, with what is filled in', async () => {
    const { body: parameter } = await keeper.get('/api/tools?sizes=3')
    expect(parameter.detail).toMatch(/^sizes gibt es hier nicht, nur filter, /)
    const { body: method } = await app.anyone.put('/api/tools').set('Authorization', `Bearer ${keeper.token}`)
    expect(method).toMatchObject({ status: 405, detail: 'PUT geht nicht, GET, HEAD, POST schon.' })
    const { body: filter } = await keeper.get('/api/tools?filter=name%20%3D%3D')
    expect(filter.detail).toMatch(/^Diese Bedingung ist keine: ./)
    const { body: signIn } = await app.anyone
      .post('/api/auth/sign-in')
      .send({ email: 'a@example.com', password: 'not the one' })
    expect(signIn).toMatchObject({ code: 'wrong_credentials', detail: 'Adresse oder Kennwort stimmt nicht.' })
  })

  test('what is said of fields', async () => {
    const { body: missing } = await keeper.post('/api/tools', {})
    expect(missing.errors).toMatchObject([{ field: 'name', code: 'required', message: 'Name fehlt.' }])
    const { body: long } = await keeper.post('/api/tools', { name: 'chainsaw' })
    expect(long.errors).toMatchObject([{ code: 'too_long', message: 'Name ist zu lang.' }])
    await keeper.post('/api/tools', { name: 'saw' }).expect(201)
    const { body: taken } = await keeper.post('/api/tools', { name: 'saw' })
    expect(taken).toMatchObject({
      detail: 'Das passt nicht.',
      errors: [{ code: 'taken', message: 'Name gibt es schon.' }],
    })
    for (const each of [missing, long, taken]) expect(JSON.stringify(each)).not.toContain('wording')
  })

  test('in the document’s own calls and for agents', async () => {
    expect((await keeper.get('/api/shed?weight=1')).body.detail).toBe('weight gibt es hier nicht, nur count.')
    const call = { name: 'create_Tool', arguments: { body: { name: 'chainsaw' } } }
    const { body } = await keeper.post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    expect(JSON.parse(body.result.content[0].text).errors).toMatchObject([{ message: 'Name ist zu lang.' }])
  })
})

/** A reader of `refusals.md` finds every name that point 8 may give new words to; `-u` writes the page anew. */
test('the page of refusals lists each with its code, status, holes and words', async () => {
  const wordsOf = ({ message, remedy = '' }: TranslatedText): string => plain(`${message} ${remedy}`.trim())
  const rows = Object.entries<RefusalText>(REFUSALS).map(([name, { code = name, status = 422, ...english }]) => {
    const german = translatedText(name, 'de') ?? english
    return `| ${name} | ${code} | ${status} | ${wordsOf(english)} | ${wordsOf(german)} |`
  })
  const page = [
    "# The system's refusals",
    '',
    'What Verbatim itself refuses with. A row of point 8 whose code is a name or a code of this list words it anew; names in braces',
    'are filled in, and may be used in the new words, as may `{reason}`, the sentence as it stands here. `{field}` is the label of a',
    'field. Codes with status 422 stand in `errors` beside the name of a field, the others are the code of the whole refusal too.',
    '',
    '| name | code | status | words | where the language is German |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
  await expect(page).toMatchFileSnapshot('../../../../shared/refusals/refusals.md')
})

function plain(text: string): string {
  return text.replaceAll('|', String.raw`\|`)
}
