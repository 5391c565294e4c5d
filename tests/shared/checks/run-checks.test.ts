// What a document is warned of: legal, and hardly meant.
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { documentOf, sayDiagnostics } from '../../helpers/compile-document.ts'

function warningsOf(points: { readonly [point: number]: string }): string[] {
  const text = documentOf(points)
  return sayDiagnostics(text, compile(text), ['error', 'warning']).map((line) => line.replace(/^\S+ /, ''))
}

const ROOM =
  '### Room\n\n| field | type | required |\n|---|---|---|\n| name | text | yes |\n| status | one of free, taken, broken | yes |\n'
const GRANT = '| role | entity | may | fields |\n|---|---|---|---|\n| everyone | Room | read, create | all |\n'
const states = (rows: string, ends = 'broken'): string =>
  `### Room.status\n\n- starts: free\n- ends: ${ends}\n\n| transition | from | to | who | after | otherwise |\n|---|---|---|---|---|---|\n${rows}`
const TAKE = '| take | free | taken | everyone | | |\n'
const BREAK = '| break | free, taken | broken | everyone | | |\n'
const FREE = '| release | taken | free | everyone | | |\n'

describe('states', () => {
  test('a sound workflow is warned of nothing', () => {
    expect(warningsOf({ 3: ROOM, 4: states(TAKE + FREE + BREAK), 6: GRANT })).toEqual([])
  })

  test('a state that no transition leads to', () => {
    expect(warningsOf({ 3: ROOM, 4: states(TAKE + FREE), 6: GRANT })).toEqual([
      'states/not-reached No transition leads to the state "broken" of Room.status.',
    ])
  })

  test('a state that nothing leads out of, and that is no end', () => {
    expect(warningsOf({ 3: ROOM, 4: states(TAKE + BREAK + FREE, 'taken'), 6: GRANT })).toEqual([
      'states/not-left No transition leads out of the state "broken" of Room.status, and it is no end.',
    ])
  })

  test('a transition that nobody may do', () => {
    expect(
      warningsOf({ 3: ROOM, 4: states(TAKE + BREAK + '| release | taken | free | nobody | | |\n'), 6: GRANT }),
    ).toEqual(['states/transition-by-nobody Nobody may do "release", and it does not happen by itself.'])
  })

  test('one that waits for what is not shown is not said to be nobody’s', () => {
    const rows = `${BREAK}| take | free | taken | everyone | \`now < limits.closing\` |\n| release | taken | free | everyone | |\n`
    const table = states(rows).replaceAll(
      '| after | otherwise |\n|---|---|---|---|---|---|',
      '| when | after |\n|---|---|---|---|---|---|',
    )
    const closing = '| name | value |\n|---|---|\n| closing | not shown |\n'
    expect(warningsOf({ 3: ROOM, 4: table, 6: GRANT, 9: closing })).toEqual([])
  })

  test('one that happens by itself is fine', () => {
    expect(
      warningsOf({ 3: ROOM, 4: states(TAKE + BREAK + '| release | taken | free | nobody | 7 days | |\n'), 6: GRANT }),
    ).toEqual([])
  })
})

describe('rights', () => {
  test('an entity that nobody may read', () => {
    const tag = '### Tag\n\n| field | type |\n|---|---|\n| name | text |\n'
    expect(warningsOf({ 3: `${ROOM}\n${tag}`, 6: GRANT })).toEqual([
      'entities/not-readable Nobody may read Tag: no grant of point 6 says so.',
    ])
  })

  test('a required field that no grant to create includes', () => {
    expect(warningsOf({ 3: ROOM, 6: GRANT.replace('| all |', '| name |') })).toEqual([
      'entities/not-creatable status is required and has no default, and no grant to create Room includes it: nobody can create one.',
    ])
  })

  test('a screen for those who may not read what it shows', { tags: 'reference/point-2-screens-and-routes' }, () => {
    const screens = '| route | screen | shows | for |\n|---|---|---|---|\n| /rooms | Rooms | table of Room | anyone |\n'
    expect(warningsOf({ 2: screens, 3: ROOM, 6: GRANT })).toEqual([
      'screens/not-readable "Rooms" is for anyone, who may read no Room.',
    ])
  })

  test('a point 6 that grants nothing', () => {
    expect(warningsOf({ 3: ROOM, 6: '| role | is |\n|---|---|\n| Guest | a visitor |\n' })).toEqual([
      'roles/nothing-granted Point 6 grants nothing: none but administrators may read or write anything.',
    ])
  })

  test('a point 6 that is not shown is an unknown, and not warned of', () => {
    expect(warningsOf({ 3: ROOM })).toEqual([])
  })
})

describe('codes', () => {
  const errors = '| code | status | message |\n|---|---|---|\n| TAKEN | 409 | It is taken. |\n'
  const rule = (code: string): string =>
    `| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Named | Room | \`name != "x"\` | ${code} |\n`

  test('one that is used and not listed', { tags: 'reference/point-8-the-error-catalogue' }, () => {
    expect(warningsOf({ 3: ROOM, 5: rule('TAKEM'), 6: GRANT, 8: errors })).toEqual([
      'errors/not-listed The code TAKEM is not listed under point 8: people are shown the bare code.',
      'errors/not-used Nothing in the document uses the code TAKEN.',
    ])
  })

  test('one that is listed and used', () => {
    expect(warningsOf({ 3: ROOM, 5: rule('TAKEN'), 6: GRANT, 8: errors })).toEqual([])
  })
})

test('a screen for a role by relation shows what the records show that make the role', () => {
  const warned = warningsOf({
    2: '| route | screen | shows | for |\n|---|---|---|---|\n| /rooms | Rooms | table of Room | Keeper |\n\n### Rooms\n\n- columns: name, keeper.name',
    3: '### Room\n\n| field | type |\n|---|---|\n| name | text |\n| keeper | Person |\n',
    6: '| role | is | of | who |\n|---|---|---|---|\n| Keeper | keeps | Room | `keeper == me` |\n| Member | comes | | |\n\n| role | entity | may |\n|---|---|---|\n| Keeper | Room | read |\n| everyone | Person | read |\n',
  })
  expect(warned).toEqual([])
})
