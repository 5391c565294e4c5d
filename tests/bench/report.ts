// Puts the measured figures of all rounds into tables: medians, and ratios to the hand-written servers.
import type { PolicyCost } from './policy-cost.ts'

/** Requests a second; milliseconds of half and of 99 of 100 answers; µs of processor time and bytes an answer; seconds; megabytes; transactions that were undone for each write. */
export type Figure = 'rate' | 'p50' | 'p99' | 'processor' | 'bytes' | 'start' | 'memory' | 'aborts'

export interface Measure {
  readonly server: string
  /** A scenario's name; of start and memory, `server`. */
  readonly scenario: string
  readonly figure: Figure
  /** One value a round. */
  readonly values: readonly number[]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The ratio of a server to a reference: above 1 it does more, or takes less. Undefined: one of them was not measured. */
export function ratioOf(
  measures: readonly Measure[],
  { server, reference }: { readonly server: string; readonly reference: string },
  { scenario, figure }: Pick<Measure, 'scenario' | 'figure'>,
): number | undefined {
  const [own, other] = [server, reference].map((name) => valueOf(measures, { server: name, scenario, figure }))
  if (own === undefined || other === undefined) return undefined
  return figure === 'rate' ? own / other : other / own
}

function valueOf(measures: readonly Measure[], { server, scenario, figure }: Omit<Measure, 'values'>) {
  const measure = measures.find(
    (each) => each.server === server && each.scenario === scenario && each.figure === figure,
  )
  return measure && median(measure.values)
}

const TITLES: readonly (readonly [figure: Figure, title: string, digits: number, hasRatios: boolean])[] = [
  ['rate', 'requests/s', 0, true],
  ['processor', 'processor, µs a request', 0, true],
  ['p50', 'p50, ms', 1, false],
  ['p99', 'p99, ms', 1, false],
  ['bytes', 'bytes an answer', 0, false],
]

/** The figures, and for each server its ratio to each reference. */
export function printReport(measures: readonly Measure[], references: readonly string[]): string {
  const servers = [...new Set(measures.map(({ server }) => server))]
  const scenariosOf = (figure: Figure) => [
    ...new Set(measures.filter((each) => each.figure === figure).map(({ scenario }) => scenario)),
  ]
  const tables = TITLES.flatMap(([figure, title, digits, hasRatios]) => {
    const scenarios = scenariosOf(figure)
    if (scenarios.length === 0) return []
    const figures = servers.map((server) => [
      server,
      ...scenarios.map((scenario) => show(valueOf(measures, { server, scenario, figure }), digits)),
    ])
    const ratios = references.flatMap((reference) =>
      servers
        .filter((server) => server !== reference)
        .map((server) => [
          `${server} / ${reference}`,
          ...scenarios.map((scenario) => show(ratioOf(measures, { server, reference }, { scenario, figure }), 2)),
        ]),
    )
    const tableOf = (head: string, rows: readonly (readonly string[])[]) => printTable([[head, ...scenarios], ...rows])
    return [tableOf(title, figures), ...(hasRatios ? [tableOf('ratio', ratios)] : [])]
  })
  const hasAborts = measures.some(({ figure }) => figure === 'aborts')
  const ofServer = servers.map((server) => [
    server,
    show(valueOf(measures, { server, scenario: 'server', figure: 'start' }), 2),
    show(valueOf(measures, { server, scenario: 'server', figure: 'memory' }), 0),
    ...(hasAborts ? [show(valueOf(measures, { server, scenario: 'server', figure: 'aborts' }), 2)] : []),
  ])
  const heads = ['server', 'start, s', 'memory, MB', ...(hasAborts ? ['aborts a write'] : [])]
  return [...tables, printTable([heads, ...ofServer])].join('\n\n')
}

/**
 * Prints how much more a request costs because the caller is authenticated and may read only some rows, in µs of
 * processor time.
 */
export function printCost({ authentication, policy }: PolicyCost): string {
  const [total, first, second] = [authentication + policy, authentication, policy].map((value) => value.toFixed(1))
  return `cost of authentication and policy: ${total} µs of processor time a request (${first} and ${second}; to stay below 25)`
}

function show(value: number | undefined, digits: number): string {
  if (value === undefined) return '–'
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Cells of the first column begin at the left, and those of the others end at the right. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (row[column] ?? '').padEnd(width) : (row[column] ?? '').padStart(width))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => `${'-'.repeat(width + 1)}${column === 0 ? '-' : ':'}`).join('|')}|`
  const [header, ...rest] = rows.map(line)
  return [header, rule, ...rest].join('\n')
}
