// Verifies documents one after the other up to the first line that fails, and prints what came of each as JSON.
import { basename } from 'node:path'
import { readFile } from 'node:fs/promises'
import { runDocument } from '../../server/document/current-document.ts'
import { reportLines } from '../../server/verify/report-verification.ts'
import { verifyDocument } from '../../server/verify/verify-document.ts'
import { compile } from '../../shared/compile.ts'
import type { DocumentOutcome } from './document-outcome.ts'

for (const document of process.argv.slice(2)) {
  const outcome = await verify(document)
  console.log(JSON.stringify(outcome))
  if (outcome.failed !== undefined) break
}

async function verify(document: string): Promise<DocumentOutcome> {
  const text = await readFile(document, 'utf8')
  const { model } = compile(text)
  if (model === undefined) throw new Error(`${document} has errors`)
  let isFailed = false
  const verification = await verifyDocument(runDocument(basename(document), text, model), {
    onProgress: (_done, _total, last) => void (isFailed ||= last?.verdict.kind === 'failed'),
    isOver: () => isFailed,
  })
  const lines = reportLines(model, verification)
  const failed = lines.find(({ outcome }) => outcome === 'failed')
  return {
    document,
    passed: lines.filter(({ outcome }) => outcome === 'passed').length,
    notTestable: lines.filter(({ outcome }) => outcome === 'not_testable').length,
    ...(failed === undefined ? {} : { failed: { line: failed.line, text: failed.text } }),
  }
}
