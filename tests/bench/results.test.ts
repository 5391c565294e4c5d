import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Measure } from './report.ts'
import { findSlower, printResults, readResults, resultsOf } from './results.ts'

const servers = { server: 'Verbatim', reference: 'Express' }
const run = { version: '0.1.0', date: '2026-11-28', machine: 'two cores, Node 26', tickets: 100_000 }

function measuresOf(rate: number, processor: number): readonly Measure[] {
  return [
    { server: 'Verbatim', scenario: 'list', figure: 'rate', values: [rate, rate / 2, rate * 2] },
    { server: 'Express', scenario: 'list', figure: 'rate', values: [1_000] },
    { server: 'Verbatim', scenario: 'list', figure: 'processor', values: [processor] },
    { server: 'Express', scenario: 'list', figure: 'processor', values: [100] },
    { server: 'Verbatim', scenario: 'server', figure: 'memory', values: [100] },
    { server: 'Express', scenario: 'server', figure: 'memory', values: [200] },
  ]
}

test('what is kept is read as it was written', () => {
  const results = resultsOf(measuresOf(1_500, 50), servers, run)
  const lines = readFileSync(new URL('results.md', import.meta.url), 'utf8') + printResults(results)
  expect(readResults(lines).slice(-3)).toEqual([
    { ...run, scenario: 'list', rate: 1.5, processor: 2 },
    { ...run, scenario: 'start', rate: undefined, processor: undefined },
    { ...run, scenario: 'memory', rate: 2, processor: undefined },
  ])
})

test('a run names what became slower by more than 5 % than in the last kept one with as many tickets', () => {
  const kept = [
    ...resultsOf(measuresOf(1_000, 100), servers, { ...run, version: '0.0.9' }),
    ...resultsOf(measuresOf(1_500, 50), servers, run),
    ...resultsOf(measuresOf(9_000, 1), servers, { ...run, tickets: 1_000_000 }),
  ]
  expect(findSlower(kept, resultsOf(measuresOf(1_430, 52), servers, run))).toEqual([])
  expect(findSlower(kept, resultsOf(measuresOf(1_420, 53), servers, run))).toEqual([
    'list: 1.42, and 1.50 in 0.1.0 of 2026-11-28',
    'list, by processor time: 1.89, and 2.00 in 0.1.0 of 2026-11-28',
  ])
})
