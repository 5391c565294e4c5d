// Runs files of tests in a directory, in a process of their own, and says which tests failed.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface TestRun {
  readonly passed: number
  /** Full names of the tests whose own statements failed. */
  readonly failed: readonly string[]
  /** Files that could not be loaded or prepared, with the reason. */
  readonly broken: readonly string[]
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

const LONGEST_MILLISECONDS = 240_000

export async function runTests(directory: string, files: readonly string[]): Promise<TestRun> {
  const report = join(directory, 'report.json')
  rmSync(report, { force: true })
  const vitest = join(directory, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['run', '--config', 'tests/vitest.config.ts', '--reporter=json', `--outputFile=${report}`]
  const output = await runNode(directory, [vitest, ...options, ...files])
  if (!existsSync(report)) return { passed: 0, failed: [], broken: [`the run ended without a report: ${output}`] }
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName.trim()),
    broken: testResults.flatMap(({ name, status, message, assertionResults }) =>
      status === 'failed' && !assertionResults.some((each) => each.status === 'failed')
        ? [`${name}: ${(message ?? '').split('\n')[0] ?? ''}`]
        : [],
    ),
  }
}

/** Gives back the end of what was printed. */
function runNode(directory: string, argv: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { cwd: directory, timeout: LONGEST_MILLISECONDS })
    let output = ''
    const keep = (text: Buffer): void => void (output = (output + text.toString()).slice(-2_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}
