import { describe, expect, test } from 'vitest'
import type { Tile } from '#shared/model/model.ts'
import { writeBy, writeMeasure } from '../../../client/data/records/measure-parameters.ts'
import { readChartPoints } from '../../../client/screens/dashboard/chart-points.ts'
import { rowsBehindPoint } from '../../../client/screens/dashboard/rows-behind.ts'
import { isSmall, tileSpansOf } from '../../../client/screens/dashboard/tile-spans.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

const cite = { point: 2, line: 1, text: '' }
const number: Tile = { name: 'n', cite, shows: { kind: 'measure', measure: 'count', entity: 'Ticket', as: 'number' } }
const bars: Tile = {
  name: 'b',
  cite,
  shows: { kind: 'measure', measure: 'count', entity: 'Ticket', as: 'bars', by: { field: 'status' } },
}
const table: Tile = { name: 't', cite, shows: { kind: 'table', entity: 'Ticket', first: 5 } }

describe('the tiles of a dashboard', () => {
  test('fill every row of twelve, beside a strip of numbers', () => {
    const tiles = [number, number, bars, bars, bars, table, number]
    expect(tileSpansOf(tiles).map((each) => each.span)).toEqual([6, 6, 12, 12])
    expect(tiles.filter(isSmall)).toEqual([number, number, number])
  })

  test('lead to the rows behind a bar, and behind a month of a line', () => {
    const ticket = helpdesk().entities.get('Ticket')
    if (ticket === undefined) throw new Error('There is no Ticket.')
    const rows = (by: { field: string; unit?: 'month' }, key: string) =>
      rowsBehindPoint(ticket, { kind: 'measure', measure: 'count', entity: 'Ticket', as: 'bars', by }, { key })?.where
    expect(rows({ field: 'status' }, 'open')).toBe('status == "open"')
    expect(rows({ field: 'team' }, '')).toBe('team == null')
    expect(rows({ field: 'team' }, 't-1')).toBe('team.id == "t-1"')
    expect(rows({ field: 'resolved_at', unit: 'month' }, '2026-12-01')).toBe(
      'resolved_at >= moment("2026-12-01T00:00") and resolved_at < moment("2027-01-01T00:00")',
    )
  })

  test('ask for their measure and grouping as the API writes them', () => {
    expect(
      writeMeasure({ kind: 'measure', measure: 'average', field: 'hours_to_resolve', entity: 'Ticket', as: 'line' }),
    ).toBe('avg(hours_to_resolve)')
    expect(writeBy({ field: 'resolved_at', unit: 'month' })).toBe('month(resolved_at)')
  })

  test('show words in the order of their enumeration, with their labels', () => {
    const status = helpdesk().entities.get('Ticket')?.fields.get('status')
    const groups = ['closed', 'new', 'open'].map((key, index) => ({ key, measures: { count: index } }))
    expect(readChartPoints(groups, 'count', status, { unit: undefined }).map((point) => point.label)).toEqual([
      'New',
      'Open',
      'Closed',
    ])
  })

  test('name the records by which they are grouped, as far as the reader may know them', () => {
    const team = helpdesk().entities.get('Ticket')?.fields.get('team')
    const groups = ['t-1', 't-2', null].map((key) => ({ key, measures: { count: 1 } }))
    const points = readChartPoints(groups, 'count', team, { unit: undefined, titles: new Map([['t-1', 'First line']]) })
    expect(points.map((point) => point.label)).toEqual(['First line', 'Not shown to you', 'None'])
  })

  test('leave no month out in which nothing was, and call quarters by their number', () => {
    const sums = ['2026-08-01', '2026-11-01', null].map((key) => ({ key, measures: { 'sum(price)': 5 } }))
    const monthly = readChartPoints(sums, 'sum(price)', undefined, { unit: 'month' })
    expect(monthly.map(({ key, value }) => [key, value])).toEqual([
      ['2026-08-01', 5],
      ['2026-09-01', 0],
      ['2026-10-01', 0],
      ['2026-11-01', 5],
      ['', 5],
    ])
    const averages = ['2026-01-01', '2026-10-01'].map((key) => ({ key, measures: { 'avg(price)': 5 } }))
    const labels = readChartPoints(averages, 'avg(price)', undefined, { unit: 'quarter' }).map(({ label }) => label)
    expect(labels).toEqual(['Q1 2026', 'Q4 2026'])
  })

  test('name months, and leave out groups without a value', () => {
    const groups = [
      { key: '2026-10-01', measures: { count: 3 } },
      { key: '2026-11-01', measures: { count: null } },
    ]
    const points = readChartPoints(groups, 'count', undefined, { unit: 'month' })
    expect(points).toHaveLength(1)
    expect(points[0]?.label).toContain('2026')
  })
})
