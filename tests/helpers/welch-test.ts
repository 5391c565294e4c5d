// Do two samples differ in their mean? Welch's t-test, for samples so large that t is as good as normal.

/** The chance of a difference as large as this, if there were none. */
export function welchP(one: readonly number[], other: readonly number[]): number {
  const t = (mean(one) - mean(other)) / Math.sqrt(variance(one) / one.length + variance(other) / other.length)
  return 2 * (1 - normalBelow(Math.abs(t)))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

function variance(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, each) => sum + (each - middle) ** 2, 0) / (values.length - 1)
}

/** Zelen and Severo's approximation; wrong by less than 1e-7. */
function normalBelow(x: number): number {
  const t = 1 / (1 + 0.2316419 * x)
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const tail = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  return 1 - density * tail.reduce((sum, factor, power) => sum + factor * t ** (power + 1), 0)
}
