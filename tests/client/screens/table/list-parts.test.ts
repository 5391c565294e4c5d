// What a list works out: the rows in sight, the lines of groups, and rows as a spreadsheet takes them.
import { expect, test } from 'vitest'
import { isSameRow } from '../../../../client/screens/table/list/is-same-row.ts'
import { columnsOf, sortPath } from '../../../../client/data/records/list-columns.ts'
import type { RecordData } from '../../../../client/data/records/record-data.ts'
import { writeTsv } from '../../../../client/screens/table/bulk/copy-rows.ts'
import { listLines } from '../../../../client/screens/table/list/list-groups.ts'
import { joinRows, visibleRows } from '../../../../client/screens/table/list/use-visible-rows.ts'
import { makePrinting } from '#shared/fields/printing.ts'
import { isGroupable, withGroup } from '../../../../client/screens/table/use-record-list.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

const ticket = (names: readonly string[]) => {
  const model = helpdesk()
  const entity = model.entities.get('Ticket')
  return { model, columns: entity ? columnsOf(model, entity, names, new Set(entity.fields.keys())) : [] }
}

test('of a million rows those in sight are drawn, at the end too', () => {
  const { first, end } = visibleRows({ top: 500_000, rows: 20 }, 1_000_000)
  expect(first).toBeLessThanOrEqual(500_000)
  expect(end).toBeGreaterThanOrEqual(500_020)
  expect(end - first).toBeLessThan(60)
  expect(visibleRows({ top: 999_990, rows: 20 }, 1_000_000).end).toBe(1_000_000)
  expect(visibleRows({ top: 40, rows: 20 }, 5)).toEqual({ first: 0, end: 5 })
})

test('rows out of sight are drawn with those in sight only where both are one piece', () => {
  expect(joinRows({ first: 96, end: 124 }, { first: 84, end: 130 })).toEqual({ first: 84, end: 130 })
  expect(joinRows({ first: 100, end: 128 }, { first: 84, end: 120 })).toEqual({ first: 84, end: 128 })
  expect(joinRows({ first: 500, end: 528 }, { first: 84, end: 120 })).toEqual({ first: 500, end: 528 })
})

test('a group stands once before its records, with the count of all of them', () => {
  const group = (key: string, count: number) => ({
    key,
    label: key,
    count,
    has: (record: { readonly [field: string]: unknown }) => record['status'] === key,
  })
  const records = ['new', 'new', 'open'].map((status, index) => ({ id: String(index), status }))
  const lines = listLines(records, [group('new', 24), group('open', 9)])
  expect(
    lines.map((line) => (line.kind === 'group' ? `${line.group.label} ${line.group.count}` : line.record.id)),
  ).toEqual(['new 24', '0', '1', 'open 9', '2'])
  expect(listLines(records, undefined).length).toBe(3)
})

test('rows are copied as a spreadsheet reads them, and none of them as a formula', () => {
  const { columns } = ticket(['number', 'subject', 'status', 'assignee'])
  const records = [
    {
      id: '1',
      _version: 1,
      number: 'HD-1',
      subject: '=1+1\t"x"',
      status: 'open',
      assignee: { id: 'p', _version: 1, name: 'Ada' },
    },
    { id: '2', _version: 1, number: 'HD-2', subject: '-5', status: 'new', assignee: null },
  ]
  const options = {
    printing: makePrinting('en', 'UTC'),
    titleOf: (_entity: string, record: RecordData) => String(record['name']),
  }
  const text = writeTsv(columns, records, { ...options, withHeader: true })
  // A range of cells begins with its first cell.
  expect(writeTsv(columns.slice(2, 3), records, { ...options, withHeader: false })).toBe('open\nnew')
  expect(text.split('\n')).toEqual([
    'Number\tSubject\tStatus\tAssignee',
    'HD-1\t"\'=1+1\t""x"""\topen\tAda',
    'HD-2\t-5\tnew\t',
  ])
})

test('a column of related records is ordered by what their title begins with', () => {
  const { model, columns } = ticket(['assignee', 'team', 'tags', 'subject', 'description'])
  expect(columns.map((column) => sortPath(model, column))).toEqual([
    'assignee.name',
    'team.name',
    undefined,
    'subject',
    undefined,
  ])
})

test('a row is drawn anew where something of it has changed, and not where only the list around it has', () => {
  const model = helpdesk()
  const ticket = model.entities.get('Ticket')
  if (ticket === undefined) throw new Error('There is no ticket.')
  const columns = (named: readonly string[]) => columnsOf(model, ticket, named, new Set(ticket.fields.keys()))
  const row: Parameters<typeof isSameRow>[0] = {
    record: { id: '1' },
    index: 0,
    columns: columns(['number', 'due_at']),
    pathOf: () => undefined,
    nameOf: () => '',
    isEditable: () => false,
    isReturned: false,
    isSelected: false,
    ranged: '',
    edited: undefined,
    actions: { current: undefined as never },
  }
  // Columns are worked out with the list.
  expect(isSameRow(row, { ...row, columns: columns(['number', 'due_at']) })).toBe(true)
  const changes: readonly Partial<typeof row>[] = [
    { columns: columns(['number', 'created_at']) },
    { columns: columns(['number']) },
    { record: { id: '1' } },
    { isSelected: true },
    { ranged: '1' },
    { isReturned: true },
    { isEditable: () => true },
  ]
  for (const change of changes) expect(isSameRow(row, { ...row, ...change })).toBe(false)
})

test('a list can be grouped by a record that it points to; these stand by their titles, in the direction of the list', () => {
  const { model, columns } = ticket(['assignee', 'tags', 'due_at', 'status', 'subject'])
  expect(columns.filter((column) => isGroupable(model, column)).map(({ label }) => label)).toEqual([
    'Assignee',
    'Status',
  ])
  const byNumber = { field: 'number', descending: false }
  const byName = { field: 'assignee.name', descending: true }
  expect(withGroup([byNumber, byName], ['assignee.name', 'assignee'])).toEqual([
    byName,
    { field: 'assignee', descending: false },
    byNumber,
  ])
  expect(withGroup([byNumber])).toEqual([byNumber])
})
