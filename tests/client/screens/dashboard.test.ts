import { describe, expect, test } from 'vitest'
import type { Field, Tile } from '#shared/model/model.ts'
import type { PeriodName } from '#shared/points/2-screens/periods.ts'
import { isWithin } from '../../../client/data/records/filter-conditions.ts'
import { changeOf } from '../../../client/screens/dashboard/change-note.tsx'
import { fitUnit, periodOf } from '../../../client/screens/dashboard/period.ts'
import { writeBy, writeMeasure } from '../../../client/data/records/measure-parameters.ts'
import { labelledPlaces, makeScale } from '../../../client/screens/dashboard/charts/axis.ts'
import { readChart } from '../../../client/screens/dashboard/charts/chart-points.ts'
import { sharesOf } from '../../../client/screens/dashboard/measured-groups.ts'
import { rowsBehindPart } from '../../../client/screens/dashboard/rows-behind.ts'
import { readRows, rowsInPlace, rowsPath, withoutRows } from '../../../client/screens/dashboard/use-rows-link.ts'
import { isSmall, tileSpansOf } from '../../../client/screens/dashboard/tile-spans.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

const field = (name: string) => helpdesk().entities.get('Ticket')?.fields.get(name)

const cite = { point: 2, line: 1, text: '' }
const number: Tile = { name: 'n', cite, shows: { kind: 'measure', measure: 'count', entity: 'Ticket', as: 'number' } }
const bars: Tile = {
  name: 'b',
  cite,
  shows: { kind: 'measure', measure: 'count', entity: 'Ticket', as: 'bars', by: { field: 'status' } },
}
const table: Tile = { name: 't', cite, shows: { kind: 'table', entity: 'Ticket', first: 5 } }

describe('the period of a dashboard', () => {
  const spans = (name: PeriodName) => {
    const period = periodOf(name, '2026-11-23')
    return period && [period.now, period.before].map(({ from, to }) => `${from} ${to}`)
  }

  test('ends today, and is compared with as many days before', { tags: 'reference/periods' }, () => {
    expect(spans('all time')).toBeUndefined()
    expect(spans('today')).toEqual(['2026-11-23 2026-11-24', '2026-11-22 2026-11-23'])
    expect(spans('last 7 days')).toEqual(['2026-11-17 2026-11-24', '2026-11-10 2026-11-17'])
    expect(spans('this month')).toEqual(['2026-11-01 2026-11-24', '2026-10-01 2026-10-24'])
    expect(spans('this quarter')).toEqual(['2026-10-01 2026-11-24', '2026-07-01 2026-08-24'])
    expect(spans('last year')).toEqual(['2025-01-01 2026-01-01', '2024-01-01 2025-01-01'])
  })

  test('of a longer month is compared with the whole of a shorter one', () => {
    expect(periodOf('this month', '2026-03-31')?.before).toEqual({ from: '2026-02-01', to: '2026-03-01' })
  })

  test('divides what goes by it into days and weeks where it is short', () => {
    expect(fitUnit('month', { from: '2026-11-01', to: '2026-11-24' })).toBe('day')
    expect(fitUnit('month', { from: '2026-09-01', to: '2026-11-24' })).toBe('week')
    expect(fitUnit('month', { from: '2026-01-01', to: '2026-11-24' })).toBe('month')
    expect(fitUnit('day', { from: '2026-01-01', to: '2026-11-24' })).toBe('day')
  })

  test('is narrowed to by a condition on moments and on days', () => {
    const [due, day] = [field('due_at'), { ...field('due_at'), type: { kind: 'date' } } as Field]
    expect(due && isWithin(due, '2026-11-01', '2026-11-02')).toBe(
      'due_at >= moment("2026-11-01T00:00") and due_at < moment("2026-11-02T00:00")',
    )
    expect(isWithin(day, '2026-11-01', '2026-11-02')).toBe(
      'due_at >= date("2026-11-01") and due_at < date("2026-11-02")',
    )
  })

  test(
    'shows a change by its sign, and as good news only where the document says which is',
    { tags: 'reference/periods' },
    () => {
      expect(changeOf(60, 80)).toEqual({ difference: -20, percent: 25, tone: 'amber' })
      expect(changeOf(60, 80, 'less').tone).toBe('green')
      expect(changeOf(60, 80, 'more').tone).toBe('red')
      expect(changeOf(0.3, 0.1)).toEqual({ difference: 0.2, percent: 200, tone: 'blue' })
      expect(changeOf(5, 0)).toEqual({ difference: 5, percent: undefined, tone: 'blue' })
      expect(changeOf(5, 5, 'more').tone).toBe('slate')
    },
  )
})

describe('the tiles of a dashboard', () => {
  test('fill every row of twelve, beside a strip of numbers', () => {
    const tiles = [number, number, bars, bars, bars, table, number]
    expect(tileSpansOf(tiles).map((each) => each.span)).toEqual([6, 6, 12, 12])
    expect(tiles.filter(isSmall)).toEqual([number, number, number])
  })

  test('lead to the rows behind a bar, and behind a month of a line', () => {
    const model = helpdesk()
    const ticket = model.entities.get('Ticket')
    if (ticket === undefined) throw new Error('There is no Ticket.')
    type By = { field: string; unit?: 'month' }
    const rows = (by: By, key: string, within?: { by: By; key: string }) =>
      rowsBehindPart(
        model,
        ticket,
        {
          kind: 'measure',
          measure: 'count',
          entity: 'Ticket',
          as: 'bars',
          by,
          ...(within ? { within: within.by } : {}),
        },
        [key, ...(within ? [within.key] : [])],
      )
    expect(rows({ field: 'status' }, 'open')).toBe('status == "open"')
    expect(rows({ field: 'team.name' }, 'First')).toBe('team.name == "First"')
    expect(rows({ field: 'parent.team' }, 't-1')).toBe(undefined)
    expect(rows({ field: 'team' }, '')).toBe('team == null')
    expect(rows({ field: 'team' }, 't-1')).toBe('team.id == "t-1"')
    expect(rows({ field: 'resolved_at', unit: 'month' }, '2026-12-01')).toBe(
      'resolved_at >= moment("2026-12-01T00:00") and resolved_at < moment("2027-01-01T00:00")',
    )
    expect(rows({ field: 'status' }, 'open', { by: { field: 'team' }, key: 't-1' })).toBe(
      '(status == "open") and (team.id == "t-1")',
    )
  })

  test('lead to a list, or to the rows over the dashboard as it is', () => {
    expect(rowsPath({ route: '/tickets' }, 'a == 1', 'One')).toBe('/tickets?_where=a+%3D%3D+1&_title=One')
    expect(rowsPath({ route: '/tickets' }, undefined, 'All')).toBe('/tickets')
    expect(rowsPath({ route: '/tickets', views: [] }, undefined, 'All')).toBe('/tickets?view=-')
    const rows = { entity: 'Line', where: 'a == 1', title: 'One' }
    const path = rowsInPlace('/overview', '?period=today&_rows=Other&_title=Two', rows)
    expect(path).toBe('/overview?period=today&_rows=Line&_where=a+%3D%3D+1&_title=One')
    const parameters = new URLSearchParams(path.split('?')[1])
    expect(readRows(parameters)).toEqual(rows)
    expect(withoutRows(parameters).toString()).toBe('period=today')
  })

  test('ask for their measure and grouping as the API writes them', () => {
    expect(
      writeMeasure({ kind: 'measure', measure: 'average', field: 'hours_to_resolve', entity: 'Ticket', as: 'line' }),
    ).toBe('avg(hours_to_resolve)')
    expect(writeMeasure({ kind: 'measure', measure: 'maximum', field: 'due_at', entity: 'Ticket', as: 'number' })).toBe(
      'max(due_at)',
    )
    expect(writeBy({ field: 'resolved_at', unit: 'month' })).toBe('month(resolved_at)')
  })

  const groupsOf = (...values: readonly (readonly [key: string | null, value: number | null, subkey?: string])[]) =>
    values.map(([key, value, subkey]) => ({
      key,
      value,
      number: value ?? 0,
      ...(subkey === undefined ? {} : { subkey }),
    }))
  test('show words in the order of their enumeration, with their labels', () => {
    const groups = groupsOf(['closed', 0], ['new', 1], ['open', 2])
    const { points } = readChart(groups, { by: { field: field('status') }, isAdding: true })
    expect(points.map((point) => point.label)).toEqual(['New', 'Open', 'Closed'])
  })

  test('name the records by which they are grouped, as far as the reader may know them', () => {
    const looks = new Map([['t-1', { title: 'First line', color: undefined }]])
    const groups = groupsOf(['t-1', 1], ['t-2', 1], [null, 1])
    const { points } = readChart(groups, { by: { field: field('team'), looks }, isAdding: true })
    expect(points.map((point) => point.label)).toEqual(['First line', 'Not shown to you', 'None'])
  })

  test('put these records in the order of what they are called, those without a title last', () => {
    const names = ['Zoo', 'apple', 'Äpfel', 'Banane']
    const looks = new Map(names.map((title, index) => [`t-${index}`, { title, color: undefined }]))
    const groups = groupsOf(['hidden', 1], ...names.map((_name, index) => [`t-${index}`, 1] as const), [null, 1])
    const { points } = readChart(groups, { by: { field: field('team'), looks }, isAdding: true })
    expect(points.map((point) => point.label)).toEqual(['Äpfel', 'apple', 'Banane', 'Zoo', 'Not shown to you', 'None'])
  })

  test('are of one colour unless words or records have their own, or nothing else tells them apart', () => {
    const looks = new Map([
      ['t-1', { title: 'Billing', color: '#2f74c9' }],
      ['t-2', { title: 'Login', color: undefined }],
      ['t-3', { title: 'Print', color: undefined }],
    ])
    const groups = groupsOf(['t-1', 3], ['t-2', 2], ['t-3', 1])
    const by = { field: field('team'), looks }
    const bars = readChart(groups, { by, isAdding: true }).points
    expect(new Set(bars.map(({ tone }) => tone)).size).toBe(1)
    expect(bars.map(({ color }) => color)).toEqual(['#2f74c9', undefined, undefined])
    const ring = readChart(groups, { by, isAdding: true, isToldByColor: true }).points
    expect(new Set(ring.map(({ tone }) => tone)).size).toBe(3)
    const states = readChart(groupsOf(['new', 1], ['resolved', 2]), { by: { field: field('status') }, isAdding: true })
    expect(states.points.map(({ tone }) => tone)).toEqual(['blue', 'green'])
  })

  test('tell words of one colour apart where nothing else does', () => {
    const status = field('status')
    const words = ['approved', 'paid', 'done'].map((word) => ({ word, label: word }))
    const by = { field: status && ({ ...status, type: { kind: 'one of', words } } as unknown as Field) }
    const tones = (isToldByColor: boolean) =>
      readChart(groupsOf(['approved', 1], ['paid', 2], ['done', 3]), { by, isAdding: true, isToldByColor }).points.map(
        ({ tone }) => tone,
      )
    expect(tones(false)).toEqual(['green', 'green', 'green'])
    expect(tones(true)).toEqual(['green', 'blue', 'teal'])
  })

  test('leave no month out in which nothing was, and call quarters by their number', () => {
    const sums = groupsOf(['2026-08-01', 5], ['2026-11-01', 5], [null, 5])
    const monthly = readChart(sums, { by: { field: undefined, unit: 'month' }, isAdding: true })
    expect(monthly.points.map(({ key, value }) => [key, value])).toEqual([
      ['2026-08-01', 5],
      ['2026-09-01', 0],
      ['2026-10-01', 0],
      ['2026-11-01', 5],
      ['', 5],
    ])
    const averages = groupsOf(['2026-01-01', 5], ['2026-10-01', 5])
    const { points } = readChart(averages, { by: { field: undefined, unit: 'quarter' }, isAdding: false })
    expect(points.map(({ label }) => label)).toEqual(['Q1 2026', 'Q4 2026'])
  })

  test('name months, and leave out groups without a value', () => {
    const groups = groupsOf(['2026-10-01', 3], ['2026-11-01', null])
    const { points } = readChart(groups, { by: { field: undefined, unit: 'month' }, isAdding: true })
    expect(points).toHaveLength(1)
    expect(points[0]?.label).toContain('2026')
  })

  test(
    'divide every group in the same parts, in the order of the document; only what adds up has a total',
    { tags: 'reference/dashboards' },
    () => {
      const groups = groupsOf(['open', 2, 'urgent'], ['new', 3, 'low'], ['open', 1, 'low'])
      const reading = { by: { field: field('status') }, within: { field: field('priority') } }
      const { points, series } = readChart(groups, { ...reading, isAdding: true })
      expect(series.map(({ label }) => label)).toEqual(['Low', 'Urgent'])
      expect(points.map(({ label, written, parts }) => [label, written, parts?.map(({ value }) => value)])).toEqual([
        ['New', 3, [3, 0]],
        ['Open', 3, [1, 2]],
      ])
      const averages = readChart(groups, { ...reading, isAdding: false }).points
      expect(averages.map(({ written, parts }) => [written, parts?.length])).toEqual([
        [undefined, 1],
        [undefined, 2],
      ])
    },
  )

  test('make a share of two counts, and none of nothing', { tags: 'reference/dashboards' }, () => {
    const counts = (...values: readonly (readonly [key: string, count: number])[]) =>
      values.map(([key, count]) => ({ key, measures: { count } }))
    const shares = sharesOf(counts(['a', 1]), counts(['a', 4], ['b', 2], ['c', 0]))
    expect(shares.map(({ key, value }) => [key, value])).toEqual([
      ['a', 25],
      ['b', 0],
      ['c', null],
    ])
  })

  test('stand between round numbers, and whole ones where things are counted', () => {
    expect(makeScale([3, 49]).ticks).toEqual([0, 20, 40, 60])
    expect(makeScale([1, 2], 1).ticks).toEqual([0, 1, 2])
    expect(makeScale([0.12, 0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3])
    expect(makeScale([-10, 30]).ticks).toEqual([-10, 0, 10, 20, 30])
    expect(makeScale([], 1).ticks).toEqual([0, 1])
    expect(makeScale([0, 40]).at(20)).toBe(0.5)
    expect(labelledPlaces(12, 6)).toEqual([0, 2, 4, 6, 8, 10])
  })
})
