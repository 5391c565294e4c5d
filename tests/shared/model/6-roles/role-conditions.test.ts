// Roles that follow from a relation to a record: in grants, in conditions on other records, through paths and inclusion.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { makeActor } from '#shared/policy/actor.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { compileDocument, documentOf, sayDiagnostics } from '../../../helpers/compile-document.ts'
import { makeReadPolicy } from '#shared/policy/read-policy.ts'

const POINT_3 = `
### Project

| field | type |
|---|---|
| name | text |
| lead | Person (as led) |
| members | several Person (as projects) |

### Issue

| field | type |
|---|---|
| title | text |
| project | Project |
| twin | Issue (as twins) |

### Note

| field | type | value |
|---|---|---|
| text | text | |
| issue | Issue | |
| writer | Person (as notes) | |
| watched | computed yes/no | \`me.is("Lead", issue.project)\` |
`

function point6(roles: string, grants: string): string {
  return `\n| role | is | includes | of | who |\n|---|---|---|---|---|\n${roles}\n\n| role | entity | may | where |\n|---|---|---|---|\n${grants}\n`
}

const LEAD = '| Lead | leads | Member | Project; Issue by project; Note by issue.project | `lead == me` |'
function rows(roles: string, grants: string, entity: string, given: readonly string[] = []): string | boolean {
  const model = compileDocument(documentOf({ 3: POINT_3, 6: point6(roles, grants) }))
  const found = makeReadPolicy(model, entity, makeActor(model, { id: 'p', roles: given })).rows
  return typeof found === 'boolean' ? found : printExpression(found)
}

function problems(roles: string, grants: string): readonly string[] {
  const text = documentOf({ 3: POINT_3, 6: point6(roles, grants) })
  return sayDiagnostics(text, compile(text), ['error'])
}

describe('a role by relation', () => {
  const roles = `${LEAD}\n| Member | works | | Project; Issue by project | \`me in members\` |\n| Boss | rules | | | |`

  test('reaches records by paths', () => {
    expect(rows(roles, '| Lead | Note | read | |', 'Note')).toBe('issue.project.lead == me')
  })

  test('is had by those who have one that includes it', () => {
    expect(rows(roles, '| Member | Issue | read | |', 'Issue')).toBe('project.lead == me or me in project.members')
  })

  test('may have a row for each entity', () => {
    const several = `| Lead | leads | | Project | \`lead == me\` |\n| Lead | | | Note | \`writer == me\` |`
    expect(rows(several, '| Lead | Project, Note | read | |', 'Note')).toBe('writer == me')
    expect(rows(several, '| Lead | Project, Note | read | |', 'Project')).toBe('lead == me')
  })

  test('is asked for elsewhere by naming the record', () => {
    const asked = rows(roles, '| everyone | Issue | read | `me.is("Lead", twin.project)` |', 'Issue')
    expect(asked).toBe('me != null and twin.project.lead == me')
    const member = rows(roles, '| everyone | Note | read | `me.is("Member", issue)` |', 'Note')
    expect(member).toBe('me != null and (issue.project.lead == me or me in issue.project.members)')
  })

  test('is asked for another person too, and in computed fields', () => {
    const writer = rows(roles, '| everyone | Note | read | `writer.is("Lead", issue.project)` |', 'Note')
    expect(writer).toBe('writer != null and issue.project.lead == writer')
    expect(rows(roles, '| everyone | Note | read | `not watched` |', 'Note')).toBe(
      'not (me != null and issue.project.lead == me)',
    )
  })

  test('is had by those who are given a role that includes it', () => {
    const given = roles.replace('| Boss | rules | |', '| Boss | rules | Lead |')
    const asked = '| everyone | Issue | read | `me.is("Lead", twin.project)` |'
    expect(rows(given, asked, 'Issue', ['Boss'])).toBe('me != null')
    expect(rows(given, asked, 'Issue')).toBe('me != null and twin.project.lead == me')
    expect(rows(given, '| everyone | Issue | read | `me.is("Lead")` |', 'Issue', ['Boss'])).toBe(true)
  })

  test('may be asked for in the condition of another one', () => {
    const nested = `${roles}\n| Author | writes | | Note | \`writer == me and not me.is("Lead", issue)\` |`
    expect(rows(nested, '| Author | Note | read | |', 'Note')).toBe(
      'writer == me and not (me != null and issue.project.lead == me)',
    )
  })

  test('that can’t be run is unknown, so that nothing follows from its absence', () => {
    const timed = '| Lead | leads | | Project | `session.token == name` |'
    expect(rows(timed, '| everyone | Note | read | `not me.is("Lead", issue.project)` |', 'Note')).toBe(
      'not (me != null and null)',
    )
  })
})

describe('what is wrong with a role by relation', () => {
  test('it is asked for without a record, or of one that it says nothing about', () => {
    expect(problems(LEAD.replace('Member', ''), '| everyone | Issue | read | `me.is("Lead")` |')).toEqual([
      expect.stringContaining('One is Lead of a record, and of none here.'),
    ])
    expect(
      problems('| Lead | leads | | Project | `lead == me` |', '| everyone | Note | read | `me.is("Lead", issue)` |'),
    ).toEqual([expect.stringContaining('Nothing says who is Lead of a record of Issue.')])
    const boss = `${LEAD.replace('Member', '')}\n| Boss | rules | | | |`
    expect(problems(boss, '| everyone | Note | read | `me.is("Boss", issue)` |')).toEqual([
      expect.stringContaining('Nothing says who is Boss of a record of Issue.'),
    ])
  })

  test('its path leads elsewhere', () => {
    const astray = '| Lead | leads | | Project; Issue by twin; Note by issue.title | `lead == me` |'
    expect(problems(astray, '| Lead | Issue, Note | read | |')).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Expected here: a path to a record of Project.'),
        expect.stringContaining('a path of relations to one record; "title" is none'),
      ]),
    )
  })

  test('it depends on itself', () => {
    const circle = '| Lead | leads | | Project | `me.is("Lead", this)` |'
    expect(problems(circle, '| Lead | Project | read | |')).toEqual([
      expect.stringContaining('The value of the role Lead depends on itself.'),
    ])
  })
})
