// `npm run test:verify`: plants each fault that concerns what a document says, and demands that verify notices it.
// --only TEXT: faults whose name contains it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { plant } from './plant.ts'
import { VERIFIED_FAULTS } from './verified-faults.ts'
import { copyTree } from './working-copy.ts'

/** A document of each kind of line that a fault concerns, and two shipped ones; the next is asked where the last does not notice. */
const DOCUMENTS = ['tests/faults/desk.md', 'shared/documents/helpdesk.md', 'shared/documents/expense-claims.md']

interface Line {
  readonly line: number
  readonly text: string
  readonly outcome: 'passed' | 'failed' | 'not_testable'
}

const { values: options } = parseArgs({ options: { only: { type: 'string' } } })
const faults = VERIFIED_FAULTS.filter(({ name }) => name.includes(options.only ?? ''))
const copy = copyTree(fileURLToPath(new URL('../..', import.meta.url)))
process.on('exit', () => copy.remove())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

for (const document of DOCUMENTS) {
  const lines = verify(document)
  const count = (outcome: Line['outcome']): number => lines.filter((each) => each.outcome === outcome).length
  console.log(
    `${document}: ${count('passed')} lines passed, ${count('failed')} failed, ${count('not_testable')} not testable`,
  )
  if (count('passed') === 0 || count('failed') > 0) process.exit(1)
}

let survived = 0
for (const fault of faults) {
  const text = copy.read(fault.file)
  copy.write(fault.file, plant(fault, text))
  const noticed = findNoticed()
  copy.write(fault.file, text)
  if (noticed === undefined) survived++
  console.log(
    noticed === undefined
      ? `SURVIVED  ${fault.name}`
      : `caught    ${fault.name}\n          by line ${noticed.line.line} of ${noticed.document}`,
  )
}
console.log(`\n${faults.length} faults, ${faults.length - survived} caught.`)
process.exit(survived === 0 ? 0 : 1)

/** The first line that fails, in the first document that has one. */
function findNoticed(): { readonly document: string; readonly line: Line } | undefined {
  for (const document of DOCUMENTS) {
    const line = verify(document).find(({ outcome }) => outcome === 'failed')
    if (line !== undefined) return { document, line }
  }
  return undefined
}

/** A product that does not verify at all is no proof that a line was looked at. */
function verify(document: string): readonly Line[] {
  const args = ['server/main.ts', 'verify', document, '--json']
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy.directory,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  try {
    return (JSON.parse(stdout) as { readonly lines: readonly Line[] }).lines
  } catch {
    console.log(`          ${document} could not be verified: ${stderr.slice(0, 300)}`)
    return []
  }
}
