// Compiles sentences that the reference allows, and that careful writers were refused.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'

const ENTITIES = `### Tool

| field | type | default |
|---|---|---|
| name | text | |
| note | text | |
| tiers | several of 1, 2, 3 | 1, 2 |
| marks | list of text | 7, "a, b", old |

### Shed

| field | type |
|---|---|
| name | text |
`
const ROLES = '| role | is |\n|---|---|\n| Keeper | keeps |\n\n| role | entity | may | fields |\n|---|---|---|---|\n'

describe('a default that is a list', () => {
  const { fields } = compileDocument(documentOf({ 3: ENTITIES })).entities.get('Tool') ?? { fields: new Map() }

  test('may hold words that look like numbers', { tags: 'reference/values' }, () => {
    expect(fields.get('tiers')?.default).toEqual({ kind: 'literal', value: ['1', '2'] })
    expect(fields.get('marks')?.default).toEqual({ kind: 'literal', value: ['7', 'a, b', 'old'] })
  })
})

describe('a grant on several entities with "all except"', () => {
  const granted = (fields: string) =>
    compile(documentOf({ 3: ENTITIES, 6: `${ROLES}| Keeper | Shed, Tool | read | ${fields} |\n` }))

  test('leaves out a field of those that have it', { tags: 'reference/point-6-roles-and-permissions' }, () => {
    const { model } = granted('all except note')
    const fieldsOf = (entity: string) => model?.entities.get(entity)?.grants[0]?.fields
    expect(fieldsOf('Tool')).not.toContain('note')
    expect(fieldsOf('Tool')).toContain('tiers')
    expect(fieldsOf('Shed')).toContain('name')
  })

  test('is an error where none has it, said once', () => {
    const errors = granted('all except nte').diagnostics.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code }) => code)).toEqual(['names/unknown-member'])
  })

  test('is an error in a list of fields that one of them lacks', () => {
    expect(granted('name, note').model).toBeUndefined()
  })
})

test(
  'the address of an outgoing call may begin with a constant, without quotes',
  { tags: 'reference/outgoing-calls' },
  () => {
    const calls = `| when | method | url | payload |
|---|---|---|---|
| Tool created | POST | {limits.crm}/tools | \`{"name": name}\` |
| Tool changed | POST | limits.crm | \`{"name": name}\` |
`
    const crm = '| name | value |\n|---|---|\n| crm | https://crm.example.com |\n'
    const [created] = compileDocument(documentOf({ 3: ENTITIES, 7: calls, 9: crm })).outgoing
    expect(created?.url).toHaveLength(2)
    expect(created?.url[1]).toBe('/tools')
  },
)
