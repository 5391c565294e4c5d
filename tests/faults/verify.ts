// `npm run test:verify`: plants each fault that concerns what a document says, and demands that verify notices it.
// --only TEXT: faults whose name contains it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { DocumentOutcome } from './document-outcome.ts'
import { plant } from './plant.ts'
import { VERIFIED_FAULTS } from './verified-faults.ts'
import { copyTree } from './working-copy.ts'

/** A document of each kind of line that a fault concerns, and two shipped ones; the next is verified where no line of the last fails. */
const DOCUMENTS = ['tests/faults/desk.md', 'shared/documents/helpdesk.md', 'shared/documents/expense-claims.md']

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })
const faults = VERIFIED_FAULTS.filter(({ name }) => name.includes(options.only ?? ''))
const copy = copyTree(fileURLToPath(new URL('../..', import.meta.url)))
process.on('exit', () => copy.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const sound = verify()
for (const { document, passed, notTestable } of sound)
  console.log(`${document}: ${passed} lines passed, ${notTestable} not testable`)
if (sound.length < DOCUMENTS.length || sound.some(({ passed, failed }) => passed === 0 || failed !== undefined))
  process.exit(1)

let survived = 0
for (const fault of faults) {
  const text = copy.read(fault.file)
  copy.write(fault.file, plant(fault, text))
  const noticed = verify().find(({ failed }) => failed !== undefined)
  copy.write(fault.file, text)
  if (noticed === undefined) survived++
  console.log(
    noticed === undefined
      ? `SURVIVED  ${fault.name}`
      : `caught    ${fault.name}\n          by line ${noticed.failed?.line} of ${noticed.document}`,
  )
}
console.log(`\n${faults.length} faults, ${faults.length - survived} caught.`)
process.exit(survived === 0 ? 0 : 1)

/** Verifies the documents up to the first line that fails. A product that does not verify at all notices nothing. */
function verify(): readonly DocumentOutcome[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['tests/faults/first-failure.ts', ...DOCUMENTS], {
    cwd: copy.directory,
    encoding: 'utf8',
  })
  if (status !== 0) console.log(`          the product could not be verified: ${stderr.slice(0, 300)}`)
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DocumentOutcome)
}
