// Puts the measured figures of all rounds into one table: medians, and ratios to the hand-written servers.

export interface Measure {
  readonly server: string
  /** A scenario's name, `start` (seconds) or `memory` (megabytes). */
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

/** The figures, then for each server its ratio to each reference. Start and memory are given as they are, not as ratios. */
export function printReport(measures: readonly Measure[], references: readonly string[]): string {
  const names = [...new Set(measures.map((measure) => measure.name))]
  const servers = [...new Set(measures.map((measure) => measure.server))]
  const valueOf = (server: string, name: string) =>
    median(measures.find((measure) => measure.server === server && measure.name === name)?.values ?? [])
  const isRate = (name: string) => name !== 'start' && name !== 'memory'
  const show = (name: string, value: number) =>
    name === 'start'
      ? `${value.toFixed(2)} s`
      : name === 'memory'
        ? `${Math.round(value)} MB`
        : Math.round(value).toLocaleString('en')
  const figures = servers.map((server) => [server, ...names.map((name) => show(name, valueOf(server, name)))])
  const ratios = references.flatMap((reference) =>
    servers
      .filter((server) => server !== reference)
      .map((server) => [
        `${server} / ${reference}`,
        ...names.map((name) => (isRate(name) ? (valueOf(server, name) / valueOf(reference, name)).toFixed(2) : '')),
      ]),
  )
  return `${printTable([['requests/s', ...names], ...figures])}\n\n${printTable([['ratio', ...names.filter(isRate)], ...ratios])}`
}

function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  const [header, ...rest] = rows.map(line)
  return [header, rule, ...rest].join('\n')
}
