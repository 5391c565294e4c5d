// Puts the measured figures of all rounds into one table: medians, and ratios to the hand-written servers.

import type { PolicyCost } from './policy-cost.ts'

export interface Measure {
  readonly server: string
  /** A scenario's name (requests a second), the same with `PROCESSOR`, `start` (seconds) or `memory` (megabytes). */
  readonly name: string
  /** One value a round. */
  readonly values: readonly number[]
  /** The worst 99th percentile of all rounds, in milliseconds. */
  readonly p99?: number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Behind a scenario's name: microseconds of processor time for each request, which other work on the machine disturbs least. */
export const PROCESSOR = ' (processor)'

/** The figures, and for each server its ratio to each reference: above 1 it does more, or takes less. Start and memory are given as they are. */
export function printReport(measures: readonly Measure[], references: readonly string[]): string {
  const names = [...new Set(measures.map((measure) => measure.name))]
  const servers = [...new Set(measures.map((measure) => measure.server))]
  const valueOf = (server: string, name: string) =>
    median(measures.find((measure) => measure.server === server && measure.name === name)?.values ?? [])
  const rates = names.filter((name) => !name.endsWith(PROCESSOR))
  const figures = (title: string, columns: readonly string[]) =>
    printTable([
      [title, ...columns.map((name) => name.replace(PROCESSOR, ''))],
      ...servers.map((server) => [server, ...columns.map((name) => show(name, valueOf(server, name)))]),
    ])
  const ratios = (columns: readonly string[], ratio: (value: number, reference: number) => number) =>
    printTable([
      ['ratio', ...columns.map((name) => name.replace(PROCESSOR, ''))],
      ...references.flatMap((reference) =>
        servers
          .filter((server) => server !== reference)
          .map((server) => [
            `${server} / ${reference}`,
            ...columns.map((name) => ratio(valueOf(server, name), valueOf(reference, name)).toFixed(2)),
          ]),
      ),
    ])
  const tables = [
    figures('requests/s', rates),
    ratios(
      rates.filter((name) => name !== 'start' && name !== 'memory'),
      (value, reference) => value / reference,
    ),
  ]
  const processor = names.filter((name) => name.endsWith(PROCESSOR))
  if (processor.length > 0)
    tables.push(
      figures('processor, µs a request', processor),
      ratios(processor, (value, reference) => reference / value),
    )
  return tables.join('\n\n')
}

/**
 * Prints how much more a request costs because the caller is authenticated and may read only some rows, in µs of
 * processor time.
 */
export function printCost({ authentication, policy }: PolicyCost): string {
  const [total, first, second] = [authentication + policy, authentication, policy].map((value) => value.toFixed(1))
  return `cost of authentication and policy: ${total} µs of processor time a request (${first} and ${second}; to stay below 25)`
}

function show(name: string, value: number): string {
  if (name === 'start') return `${value.toFixed(2)} s`
  return name === 'memory' ? `${Math.round(value)} MB` : Math.round(value).toLocaleString('en')
}

function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  const [header, ...rest] = rows.map(line)
  return [header, rule, ...rest].join('\n')
}
