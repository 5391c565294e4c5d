// Writes numbers into inputs as their reader does: "1234.50", "1234,50".

const PLAIN = /^-?\d+(\.\d+)?$/

/** Writes a number without marks between thousands, so that single digits can be changed. */
export function writeNumberText(value: unknown, decimalSign: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const text = String(value)
  return PLAIN.test(text) ? text.replace('.', decimalSign) : text
}
