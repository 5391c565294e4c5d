// Holds something for random worlds: by a seed that the test names, again from there where one fails.
import * as fc from 'fast-check'
import type { Pick } from './random/random-condition.ts'

/** `check` draws its world itself, and throws where it does not hold. */
export async function holdForRandom(numRuns: number, check: (pick: Pick) => Promise<void>): Promise<void> {
  const chance = fc.gen().map((generate) => ({
    pick: (count: number): number => generate(fc.nat, { max: count - 1 }),
    [fc.toStringMethod]: () => 'see the cause',
  }))
  await fc.assert(
    fc.asyncProperty(chance, ({ pick }) => check(pick)),
    { numRuns, endOnFailure: true, unbiased: true },
  )
}
