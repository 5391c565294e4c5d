// Verifies the document of a file for `npm run verify`: compiles it, runs it, and reports.
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { compile } from '#shared/compile.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { writeJunit } from '#shared/protocol/junit.ts'
import { lineIndex } from '#shared/text/position.ts'
import { runDocument } from '../document/current-document.ts'
import { readDocumentFile } from '../document/read-document-file.ts'
import { printReport, reportLines } from './report-verification.ts'
import type { VerifyingServer } from './verify-at.ts'
import { verifyAt } from './verify-at.ts'
import { verifyDocument } from './verify-document.ts'

export interface VerifyOptions {
  readonly asJson: boolean
  /** The file for JUnit XML. */
  readonly junit: string | undefined
  /** The server that verifies it, in place of this process. */
  readonly server?: VerifyingServer | undefined
}

export async function verifyFile(
  file: string,
  { asJson, junit, server }: VerifyOptions,
): Promise<{ readonly output: string; readonly isPassed: boolean }> {
  const read = await readDocumentFile(file)
  if ('problem' in read) return { output: sayProblem(read.problem, asJson), isPassed: false }
  const { model, diagnostics } = compile(read.text)
  const name = basename(file)
  if (model === undefined) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    return { output: sayProblem(printDiagnostics(errors, lineIndex(read.text), name), asJson), isPassed: false }
  }
  const report =
    server === undefined
      ? { lines: reportLines(model, await verifyDocument(runDocument(name, read.text, model))) }
      : await verifyAt(read.text, server)
  if ('problem' in report) return { output: sayProblem(report.problem, asJson), isPassed: false }
  const { lines } = report
  if (junit !== undefined) await writeFile(junit, writeJunit(name, lines))
  return {
    output: asJson ? JSON.stringify({ lines }, null, 2) : printReport(name, lines),
    isPassed: lines.every(({ outcome }) => outcome !== 'failed'),
  }
}

function sayProblem(problem: string, asJson: boolean): string {
  return asJson ? JSON.stringify({ problem }) : problem
}
