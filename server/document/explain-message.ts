// Explains a diagnostic's code for `npm run check -- --explain CODE`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '#shared/diagnostics/catalogue.ts'
import { printExplanation, readExplanations } from '#shared/diagnostics/explanations.ts'
import { nearest } from '#shared/text/nearest-word.ts'
import { ROOT } from '../root.ts'

const PAGE = join(ROOT, 'shared', 'diagnostics', 'messages.md')

/** `found` is false where no message has the code; the output then says which one may be meant. */
export async function explainMessage(
  code: string | undefined,
): Promise<{ readonly output: string; readonly found: boolean }> {
  const explanations = readExplanations(await readFile(PAGE, 'utf8'))
  const severities = new Map(catalogue.map((entry) => [entry.code, entry.severity]))
  if (code === undefined) {
    const lines = [...explanations.values()].map(
      (each) => `${each.code.padEnd(WIDTH)} ${(severities.get(each.code) ?? '').padEnd(8)} ${each.means}`,
    )
    return { output: lines.join('\n'), found: true }
  }
  const explanation = explanations.get(code)
  if (explanation) return { output: printExplanation(explanation, severities.get(code) ?? ''), found: true }
  const meant = nearest(code, [...explanations.keys()])
  const hint = meant === undefined ? 'npm run check -- --explain lists all codes.' : `Did you mean "${meant}"?`
  return { output: `No message has the code "${code}". ${hint}`, found: false }
}

/** Width of the column of codes, in characters. */
const WIDTH = 38
