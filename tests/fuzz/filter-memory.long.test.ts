// A caller who asks for ever new filters does not fill the memory: what is kept of them is bounded by its bytes.
// @module-tag O11
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Bounded only by their number the plans grew by 82 MB here, and larger filters by 230 MB; bounded by bytes by 35 MB. */
const MOST_GROWTH_OF_HEAP = 60

test('600 distinct filters take less than 60 MB of heap, and the second half next to nothing', async () => {
  const script = fileURLToPath(new URL('distinct-filters.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script])
  const sizes = JSON.parse(stdout) as readonly { readonly heap: number; readonly all: number }[]
  const [before, half, after] = sizes.map(({ heap }) => heap)
  expect({ sizes, growth: (after ?? NaN) - (before ?? NaN) < MOST_GROWTH_OF_HEAP }).toEqual({ sizes, growth: true })
  expect({ sizes, later: (after ?? NaN) - (half ?? NaN) < 20 }).toEqual({ sizes, later: true })
})
