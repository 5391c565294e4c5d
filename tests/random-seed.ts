// Chooses what random tests try: `npm test` the same for the same code, so that a commit has one verdict and each change tries something else.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Modes that look for what no run has tried yet: each draws a seed of its own. */
const EXPLORING: ReadonlySet<string> = new Set(['equality', 'expressions', 'policy', 'readers'])

/** Gives the seed of a run in the mode, below 10 ** 9; `RANDOM_SEED` sets another, and with `RANDOM_PATH` fast-check goes on where a run failed. */
export function randomSeedOf(mode: string): number {
  return EXPLORING.has(mode) ? Date.now() % 1_000_000_000 : seedOfCode()
}

/** Derives the seed from the files of the commit, not from its message or its parents; a folder without git has one for all. */
function seedOfCode(): number {
  let files = ''
  try {
    files = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // Without git, or outside a clone.
  }
  return createHash('sha256').update(files).digest().readUInt32BE() % 1_000_000_000
}
