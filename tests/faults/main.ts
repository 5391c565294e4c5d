// `npm run test:faults`: plants each fault in a copy of the product, and demands that a test notices it.
// --only TEXT: faults whose name or class contains it.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'
import { plant } from './plant.ts'
import { runTests } from './run-tests.ts'
import { copyTree } from './working-copy.ts'

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })
const { only } = options
const faults = FAULTS.filter(({ name, class: of }) => only === undefined || `${name} ${of}`.includes(only))

const copy = copyTree(fileURLToPath(new URL('../..', import.meta.url)))
process.on('exit', () => copy.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

// All that would be found stale later is found now.
for (const fault of faults) plant(fault, copy.read(fault.file))

const started = performance.now()
const files = [...new Set(faults.flatMap(({ tests }) => tests))]
const sound = await runTests(copy.directory, files)
const wrong = [...sound.failed, ...sound.broken]
if (wrong.length > 0 || sound.passed === 0) {
  console.error(`Without a fault these fail:\n${wrong.join('\n') || 'there are no tests'}`)
  process.exit(1)
}
console.log(`Without a fault all ${sound.passed} tests of ${files.length} files pass.\n`)

let survived = 0
for (const fault of faults) {
  const before = performance.now()
  const said = await tryFault(fault)
  console.log(`${said} (${((performance.now() - before) / 1000).toFixed(1)} s)`)
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`\n${faults.length} faults, ${faults.length - survived} caught, in ${minutes} minutes.`)
process.exit(survived === 0 ? 0 : 1)

/** A line for the table; counts who survives. */
async function tryFault(fault: Fault): Promise<string> {
  const text = copy.read(fault.file)
  copy.write(fault.file, plant(fault, text))
  try {
    const { failed, broken, passed } = await runTests(copy.directory, fault.tests)
    const [first] = failed
    if (first !== undefined) {
      const all = failed.length + passed
      return `caught    ${fault.name}\n          by "${first}", ${failed.length} of ${all} tests`
    }
    survived++
    // A product that no longer loads is no proof that a test looks at the fault.
    return `SURVIVED  ${fault.name}\n          ${broken.length === 0 ? `all ${passed} tests of ${fault.tests.join(', ')} pass` : broken.join('; ')}`
  } finally {
    copy.write(fault.file, text)
  }
}
