// Puts what was measured into a table: for each act the median and the 90th percentile, and whether they keep to the mark.
import { median } from '../bench/report.ts'
import type { Interaction } from './read-trace.ts'

/** Milliseconds: the next frame answers; a record is there. */
const MOST = 100
const MOST_FOR_A_PAGE = 150

export function printInteractions(measured: readonly Interaction[]): string {
  const acts = [...Map.groupBy(measured, ({ act }) => act)]
  const rows = acts.map(([act, all]) => {
    const processor = all.map((each) => each.processor)
    const most = act.includes(', ') && act.startsWith('record') && !act.endsWith('J') ? MOST_FOR_A_PAGE : MOST
    const [half, tenth] = [median(processor), percentile(processor, 0.9)]
    const mark = half >= most ? 'over' : tenth >= most ? 'p90 over' : ''
    const wait = median(all.map((each) => each.wait))
    return [act, all.length, half.toFixed(0), tenth.toFixed(0), wait.toFixed(0), most, mark].map(String)
  })
  return rows.map(line).join('\n')
}

export function printHead(): string {
  return line(['act', 'times', 'processor', 'p90', 'wait', 'most', ''])
}

function line([act = '', ...figures]: readonly string[]): string {
  return `${act.padEnd(34)}${figures.map((figure) => figure.padStart(10)).join('')}`.trimEnd()
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}
