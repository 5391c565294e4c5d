// The kept results: `results.md`, a line for each scenario of each kept run, which programs read as well as people.
import { type Figure, type Measure, ratioOf } from './report.ts'

/** The version and the circumstances of a run. */
export interface Run {
  readonly version: string
  readonly date: string
  readonly machine: string
  readonly tickets: number
}

/** Ratios of Verbatim to Express without middleware: above 1 it does more, or takes less. */
export interface Result extends Run {
  readonly scenario: string
  readonly rate: number | undefined
  readonly processor: number | undefined
}

const SLOWER = 0.95

export function resultsOf(
  measures: readonly Measure[],
  servers: { readonly server: string; readonly reference: string },
  run: Run,
): readonly Result[] {
  const ratio = (scenario: string, figure: Figure) => ratioOf(measures, servers, { scenario, figure })
  const scenarios = [...new Set(measures.filter(({ figure }) => figure === 'rate').map(({ scenario }) => scenario))]
  return [
    ...scenarios.map((scenario) => ({
      ...run,
      scenario,
      rate: ratio(scenario, 'rate'),
      processor: ratio(scenario, 'processor'),
    })),
    { ...run, scenario: 'start', rate: ratio('server', 'start'), processor: undefined },
    { ...run, scenario: 'memory', rate: ratio('server', 'memory'), processor: undefined },
  ]
}

/** Reads the table; other lines of the file are for people. */
export function readResults(text: string): readonly Result[] {
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [, version, date, machine, tickets, scenario, rate, processor] = cells
    const isResult = cells.length === 9 && /^\d{4}-\d\d-\d\d$/.test(date ?? '')
    if (!isResult || version === undefined || date === undefined || machine === undefined || scenario === undefined)
      return []
    return [
      {
        version,
        date,
        machine,
        scenario,
        tickets: Number(tickets),
        rate: readRatio(rate),
        processor: readRatio(processor),
      },
    ]
  })
}

export function printResults(results: readonly Result[]): string {
  return results
    .map(({ version, date, machine, tickets, scenario, rate, processor }) => {
      const cells = [version, date, machine, tickets, scenario, rate?.toFixed(2) ?? '', processor?.toFixed(2) ?? '']
      return `| ${cells.join(' | ')} |\n`
    })
    .join('')
}

/** Names what became slower by more than 5 % than in the last kept run with as many tickets, a sentence each. */
export function findSlower(kept: readonly Result[], results: readonly Result[]): readonly string[] {
  return results.flatMap((result) => {
    const last = kept.findLast(({ scenario, tickets }) => scenario === result.scenario && tickets === result.tickets)
    if (last === undefined) return []
    return (['rate', 'processor'] as const).flatMap((figure) => {
      const [now, before] = [result[figure], last[figure]]
      if (now === undefined || before === undefined || now >= before * SLOWER) return []
      const what = figure === 'rate' ? result.scenario : `${result.scenario}, by processor time`
      return [`${what}: ${now.toFixed(2)}, and ${before.toFixed(2)} in ${last.version} of ${last.date}`]
    })
  })
}

function readRatio(cell: string | undefined): number | undefined {
  return cell === undefined || cell === '' ? undefined : Number(cell)
}
