// The pictures of a document hold everything once: each state, step, entity, field, relation and grant, at its line.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import type { Model } from '#shared/model/model.ts'
import type { Pictures } from '#shared/pictures/pictures.ts'
import { readPictures } from '#shared/pictures/read-pictures.ts'
import { documentOf, readShipped } from '../../helpers/compile-document.ts'

const SHIPPED = readdirSync(new URL('../../../shared/documents/', import.meta.url))
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => name.replace(/\.md$/, ''))

function picture(text: string): {
  readonly pictures: Pictures
  readonly model: Model
  readonly lines: readonly string[]
} {
  const compiled = compile(text)
  const pictures = readPictures(text, compiled)
  if (!pictures || !compiled.model) throw new Error('the document has errors')
  return { pictures, model: compiled.model, lines: text.split('\n') }
}

describe.each(SHIPPED)('the pictures of %s', { tags: ['reference/pictures'] }, (name) => {
  const { pictures, model, lines } = picture(readShipped(name))
  const entities = [...model.entities.values()]
  const expectAt = (line: number, label: string) => expect(lines[line - 1]).toContain(label)

  test('have each state once, at the line that names it', () => {
    const drawn = pictures.workflows.flatMap(({ key, states }) => states.map(({ word }) => `${key} ${word}`))
    const said = entities.flatMap((entity) =>
      [...entity.workflows.values()].flatMap(({ field, states }) =>
        states.map(({ word }) => `${entity.name.identifier}.${field} ${word}`),
      ),
    )
    expect(drawn).toEqual(said)
    expect(new Set(drawn).size).toBe(drawn.length)
    for (const { label, line } of pictures.workflows.flatMap(({ states }) => states)) expectAt(line, label)
  })

  test('have each row of a transition once, at its line', () => {
    const steps = pictures.workflows.flatMap(({ steps }) => steps)
    const said = entities.flatMap(({ transitions }) =>
      [...transitions.values()].flatMap(({ rows }) => rows.map(({ cite }) => cite.line)),
    )
    expect(steps.map(({ line }) => line).toSorted((a, b) => a - b)).toEqual(said.toSorted((a, b) => a - b))
    for (const { transition, line } of steps) expectAt(line, transition)
  })

  test('have each entity once, with each field that is written, and each relation', () => {
    expect(pictures.entities.map(({ label }) => label)).toEqual(entities.map((entity) => entity.name.label))
    const fields = pictures.entities.flatMap((entity) => entity.fields)
    const rows = lines.filter((_, at) => fields.some(({ line }) => line === at + 1))
    expect(rows.length).toBe(fields.length)
    for (const { label, line } of fields) expectAt(line, label)
    const related = entities.flatMap((entity) =>
      [...entity.fields.values()].flatMap(({ type, cite, name: field }) =>
        type.kind === 'relation' && cite.text.startsWith('|') && cite.text.includes(field.label) ? [cite.line] : [],
      ),
    )
    expect(pictures.relations.map(({ line }) => line)).toEqual(related)
  })

  test('have each grant once, and what it gives in the cells of its people', () => {
    const { grants, rows, columns } = pictures.roles
    const said = entities.flatMap((entity) => entity.grants)
    expect(grants.map(({ line }) => line)).toEqual(said.map(({ cite }) => cite.line).toSorted((a, b) => a - b))
    expect(new Set(grants.map(({ key }) => key)).size).toBe(grants.length)
    for (const entity of entities) {
      const row = rows.find((each) => each.entity === entity.name.identifier)
      for (const { who, may, except } of entity.grants.filter((each) => !each.except)) {
        expect(except).toBe(false)
        const theirs = columns.filter(({ kind, key }) =>
          who.kind === 'role' ? who.roles.includes(key) : kind === who.kind,
        )
        expect(theirs.length).toBeGreaterThan(0)
        for (const { key } of theirs) {
          const verbs = row?.cells.get(key)?.flatMap((each) => ('verb' in each.may ? [each.may.verb] : [])) ?? []
          expect(verbs).toEqual(expect.arrayContaining([...may]))
          expect(new Set(verbs).size).toBe(verbs.length)
        }
      }
    }
  })
})

describe('what a picture says', () => {
  const { pictures } = picture(readShipped('helpdesk'))
  const cell = (entity: string, column: string) =>
    pictures.roles.rows.find((row) => row.entity === entity)?.cells.get(column) ?? []
  const found = (entity: string, column: string, name: string) =>
    cell(entity, column).find(({ may }) => name === ('verb' in may ? may.verb : may.transition))

  test('a step has its people with those who include them, its condition and its moment', () => {
    const steps = pictures.workflows.flatMap((workflow) => workflow.steps)
    expect(steps.find(({ transition }) => transition === 'take')).toMatchObject({
      from: ['new'],
      to: ['open'],
      who: [{ kind: 'role', names: ['Agent', 'Manager'] }],
    })
    expect(steps.find(({ transition }) => transition === 'close')).toMatchObject({
      who: [],
      after: { kind: 'duration', text: 'limits.reopen_window' },
    })
    expect(steps.find(({ transition }) => transition === 'escalate')).toMatchObject({
      to: 'stay',
      when: 'priority != "urgent"',
    })
  })

  test('a permission is partial where it has a condition, and lent where another role has it', () => {
    expect(found('Ticket', 'Customer', 'read')).toMatchObject({
      isPartial: true,
      isOwn: true,
      conditions: ['requester == me'],
    })
    expect(found('Ticket', 'Manager', 'read')).toMatchObject({ isPartial: false, isOwn: false })
    expect(found('Ticket', 'Manager', 'update')).toMatchObject({ isPartial: false, isOwn: true })
    expect(found('Person', 'Manager', 'update')).toMatchObject({ isPartial: true, conditions: [] })
    expect(found('Ticket', 'Customer', 'take')).toBeUndefined()
    expect(found('Ticket', '(condition)', 'answer')).toMatchObject({ isPartial: true, conditions: ['requester == me'] })
  })

  test('what a row takes away is not whole, and is a grant of its own', () => {
    const { pictures: own } = picture(
      documentOf({
        3: '### Note\n\n| field | type |\n|---|---|\n| body | text |\n',
        6: `| role | is |\n|---|---|\n| Writer | writes |

| role | entity | may | where |
|---|---|---|---|
| Writer | Note | read, update | |
| except Writer | Note | update | \`body == null\` |
`,
      }),
    )
    expect(own.roles.grants.map(({ except }) => except)).toEqual([false, true])
    const writer = own.roles.rows.find(({ entity }) => entity === 'Note')?.cells.get('Writer') ?? []
    expect(writer.map(({ may, isPartial }) => [may, isPartial])).toEqual([
      [{ verb: 'read' }, false],
      [{ verb: 'update' }, true],
    ])
  })

  test('relations say how many each side has', () => {
    const { pictures: own } = picture(
      documentOf({
        3: `### Claim

| field | type | required | limits |
|---|---|---|---|
| owner | Person | yes | |
| badge | Person (as badges) | no | unique |
| helpers | several Person (as helped) | no | at most 3 |

### Line

| field | type | required | limits |
|---|---|---|---|
| claim | Claim (as lines), part of it | yes | at least 1, at most 9 |
`,
        6: '| role | is |\n|---|---|\n| Clerk | pays |\n',
      }),
    )
    expect(own.relations.map(({ key, has, isHadBy }) => [key, has, isHadBy])).toEqual([
      ['Claim.owner', { least: 1, most: 1 }, { least: 0 }],
      ['Claim.badge', { least: 0, most: 1 }, { least: 0, most: 1 }],
      ['Claim.helpers', { least: 0, most: 3 }, { least: 0 }],
      ['Line.claim', { least: 1, most: 1 }, { least: 1, most: 9 }],
    ])
  })

  test('a document with errors has none', () => {
    expect(readPictures('nothing', compile('nothing'))).toBeUndefined()
  })
})
