// What the notation of point 3 means, in the forms that the shipped documents do not use.
import { describe, expect, test } from 'vitest'
import { ENTITY, plain, read, shown } from '../read-points.ts'

describe('point 3', () => {
  const types = (...written: string[]) => {
    const rows = written.map((type, index) => `| f${index} | ${type} |`).join('\n')
    const { entities } = shown({ 3: `### Leave request\n\n| field | type |\n|---|---|\n${rows}` }, 'entities')
    return plain(entities[0]?.fields.map((field) => field.type))
  }

  test('types in all their forms', { tags: 'reference/point-3-entities-and-their-fields' }, () => {
    expect(
      types(
        'Long Text',
        'decimal (2)',
        'one of (under review, XL)',
        'several of a, "b c"',
        'sequence',
        'sequence per f0',
        'slug',
        "sequence 'HD-{000}' per f0",
        'Sequence per f0 “HD-{000}”',
        'Yes / no',
      ),
    ).toEqual([
      { kind: 'long text' },
      { kind: 'decimal', scale: 2 },
      {
        kind: 'one of',
        words: [
          { word: 'under_review', label: 'under review' },
          { word: 'XL', label: 'XL' },
        ],
      },
      {
        kind: 'several of',
        words: [
          { word: 'a', label: 'a' },
          { word: 'b_c', label: 'b c' },
        ],
      },
      { kind: 'sequence' },
      { kind: 'sequence', per: ['f0'] },
      { kind: 'slug' },
      { kind: 'sequence', pattern: 'HD-{000}', per: ['f0'] },
      { kind: 'sequence', pattern: 'HD-{000}', per: ['f0'] },
      { kind: 'yes/no' },
    ])
  })

  test('relations by the written name of their entity', () => {
    expect(
      types(
        'Leave request',
        'several LeaveRequest (as parts)',
        'Person, cleared when deleted',
        'Person (as leaves), deleted with it',
        'Person, deleted with it (as leaves)',
      ),
    ).toEqual([
      { kind: 'relation', many: false, entity: 'Leave request', whenDeleted: 'refuse' },
      {
        kind: 'relation',
        many: true,
        entity: 'LeaveRequest',
        as: { label: 'parts', identifier: 'parts' },
        whenDeleted: 'refuse',
      },
      { kind: 'relation', many: false, entity: 'Person', whenDeleted: 'clear' },
      {
        kind: 'relation',
        many: false,
        entity: 'Person',
        as: { label: 'leaves', identifier: 'leaves' },
        whenDeleted: 'delete',
      },
      {
        kind: 'relation',
        many: false,
        entity: 'Person',
        as: { label: 'leaves', identifier: 'leaves' },
        whenDeleted: 'delete',
      },
    ])
  })

  test('limits in all their forms', () => {
    const cell =
      'unique per team and year, 1..`limits.most`, pattern "^[A-Z]{2,3}$", at most 5, 10 MB each, types pdf, .PNG, indexed, write once, hidden'
    const { entities } = shown(
      { 3: `### A\n\n| field | type | limits |\n|---|---|---|\n| a | files | ${cell} |` },
      'entities',
    )
    expect(plain(entities[0]?.fields[0]?.limits)).toEqual({
      unique: { per: ['team', 'year'] },
      min: { value: '1' },
      max: { value: 'limits.most' },
      pattern: { source: '^[A-Z]{2,3}$' },
      atMost: { count: 5 },
      eachSize: { isOfEach: true, bytes: 10_485_760 },
      types: { words: ['pdf', 'png'] },
      indexed: true,
      searchable: false,
      writeOnce: true,
      hidden: true,
    })
  })

  test('only backticks make a default an expression; none may be a word', { tags: 'reference/values' }, () => {
    const { entities } = shown(
      {
        3: '### A\n\n| field | type | default |\n|---|---|---|\n| a | one of none, b | none |\n| b | date | `today` |\n| c | text | - |',
      },
      'entities',
    )
    expect(plain(entities[0]?.fields.map((field) => field.default))).toEqual([
      { kind: 'literal', text: 'none' },
      { kind: 'expression', text: 'today' },
      null,
    ])
  })

  test('what a cell does not show is an unknown by its name, and nothing is built from an entity not shown', () => {
    const { declarations, problems } = read({
      3: '### A\n\n| field | type | required |\n|---|---|---|\n| a | tbd | to be decided |\n\n### B\n\nNot shown.',
    })
    expect(problems).toEqual([])
    expect(declarations.unknowns.filter((unknown) => unknown.point === 3).map((unknown) => unknown.name)).toEqual([
      'A.a',
      'A.a: required',
      'B',
    ])
    expect(
      'entities' in declarations.entities && declarations.entities.entities.map((entity) => entity.name.label),
    ).toEqual(['A'])
  })

  test('settings of an entity', { tags: 'reference/settings-of-an-entity' }, () => {
    const { entities } = shown(
      {
        3: `${ENTITY}\n- plural: Lines of it\n- only one: Yes\n- history: not kept\n- deleted: to trash for 2 weeks\n- unique: team, name\n- order: a, b descending`,
      },
      'entities',
    )
    expect(plain(entities[1])).toMatchObject({
      plural: 'Lines of it',
      onlyOne: true,
      history: 'not kept',
      deleted: { kind: 'trash', days: 14 },
      unique: [{ fields: ['team', 'name'] }],
      order: [
        { field: 'a', descending: false },
        { field: 'b', descending: true },
      ],
    })
  })
})
