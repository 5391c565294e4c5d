// Holds that no test of `npm test` measures time: beside other work a clock says nothing of the product.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, root } from './source-files.ts'

/** Files that measure where nothing else runs (`npm run test:fuzz`), or poll until a moment that they never assert. */
const MEASURING = ['tests/fuzz/fuzz.test.ts', 'tests/fuzz/hostile.test.ts', 'tests/fuzz/hostile-calls.test.ts']
const POLLING = ['tests/crash/timers.test.ts', 'tests/crash/through-npm.test.ts']

test('no test asserts how long something takes: it counts turns, rows, queries, or moves a simulated clock', () => {
  const measuring = listFiles('tests')
    .filter((path) => /\.test\.tsx?$/.test(path) && ![...MEASURING, ...POLLING].includes(path))
    .filter((path) => !path.endsWith('no-clock.test.ts'))
    .filter((path) => /performance\.now\(|cpuUsage\(|hrtime/.test(readFileSync(join(root, path), 'utf8')))
  expect(measuring).toEqual([])
})
