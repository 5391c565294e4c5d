// Names for people become identifiers by rule.
import { describe, expect, test } from 'vitest'
import { fragment } from '#shared/text/fragment.ts'
import { type NameKind, pathOf, readIdentifierName, reverseOf } from '#shared/text/identifier.ts'
import { plural } from '#shared/text/plural.ts'

describe('names', () => {
  test.each<[string, NameKind, string, string]>([
    ['Due date', 'field', 'Due date', 'due_date'],
    ['due_at', 'field', 'due_at', 'due_at'],
    ['dueAt', 'field', 'dueAt', 'due_at'],
    ['HTTP status', 'field', 'HTTP status', 'http_status'],
    ['Leave request', 'entity', 'Leave request', 'LeaveRequest'],
    ['LeaveRequest', 'entity', 'LeaveRequest', 'LeaveRequest'],
    ['Straße (street)', 'field', 'Straße', 'street'],
    ['colour (color)', 'field', 'colour', 'color'],
    ['`number`', 'field', 'number', 'number'],
    ['**Ticket**', 'entity', 'Ticket', 'Ticket'],
    ['under review', 'word', 'under review', 'under_review'],
    ['XL', 'word', 'XL', 'XL'],
    ["Customer's name", 'field', "Customer's name", 'customers_name'],
  ])('%j as %s', (text, kind, label, identifier) =>
    expect(readIdentifierName(fragment(text), kind)).toMatchObject({ label, identifier }),
  )

  test('a name beyond A to Z needs an identifier by hand', { tags: 'reference/names' }, () => {
    expect(readIdentifierName(fragment('Straße', 5), 'field')).toEqual({
      problem: 'identifier',
      label: 'Straße',
      span: { start: 5, end: 11 },
    })
    expect(readIdentifierName(fragment('Straße (1a)'), 'field')).toMatchObject({ problem: 'identifier' })
    expect(readIdentifierName(fragment('A-'), 'word')).toMatchObject({ problem: 'identifier', label: 'A-' })
    expect(readIdentifierName(fragment('A- (A_minus)'), 'word')).toMatchObject({ identifier: 'A_minus' })
    expect(readIdentifierName(fragment('  '), 'field')).toMatchObject({ problem: 'empty' })
  })

  test.each([
    ['Category', 'Categories'],
    ['Person', 'People'],
    ['SalesPerson', 'SalesPeople'],
    ['Box', 'Boxes'],
    ['Day', 'Days'],
    ['Status', 'Statuses'],
    ['Child', 'Children'],
    ['Leave request', 'Leave requests'],
    ['Series', 'Series'],
    ['Work hours', 'Work hours'],
    ['Minutes', 'Minutes'],
    ['Class', 'Classes'],
    ['Atlas', 'Atlases'],
    ['Lens', 'Lenses'],
  ])('%s, %s', (one, many) => expect(plural(one)).toBe(many))

  test('paths are kebab-case plurals', { tags: 'reference/names' }, () => {
    expect(pathOf('LeaveRequest')).toBe('leave-requests')
    expect(pathOf('Person')).toBe('people')
    expect(pathOf('Staff', 'Staff members')).toBe('staff-members')
    expect(reverseOf('LeaveRequest')).toBe('leave_requests')
  })
})
