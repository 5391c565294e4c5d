// Writes a line of comma-separated values (RFC 4180) that no spreadsheet takes for formulas.
import { guardFormula } from './guard-formula.ts'

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(text: string): string {
  const safe = guardFormula(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
