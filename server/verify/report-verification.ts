// Reports a verification line by line of the document, and prints the report.
import type { Citation, Model } from '#shared/model/model.ts'
import type { LineOutcome, LineReport } from '#shared/protocol/verification.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import { countLines } from '#shared/protocol/verification.ts'
import { declaredLines } from './declared-lines.ts'
import type { CheckResult } from './send-checks.ts'
import type { Verification } from './verify-document.ts'

/** One entry for each line that declares something that a running system does, in the order of the document. */
export function reportLines(
  model: Model,
  { results, notTestable }: Verification,
  /** BCP 47. */
  locale = 'en',
): readonly LineReport[] {
  const lines = new Map<number, Citation>()
  for (const cite of [...declaredLines(model), ...results.map(({ check }) => check.line)]) lines.set(cite.line, cite)
  return [...lines.values()]
    .toSorted((a, b) => a.line - b.line)
    .map((cite) => {
      const own = results.filter(({ check }) => check.line.line === cite.line)
      const reasons = [
        ...notTestable.filter(({ line }) => line.line === cite.line).map(({ why }) => sayPhrase(why, locale)),
        ...own.flatMap(({ check, verdict }) =>
          verdict.kind === 'not_testable'
            ? [`${sayPhrase(check.says, locale)}: ${sayPhrase(verdict.why, locale)}`]
            : [],
        ),
      ]
      return reportLine(cite, own, [...new Set(reasons)], locale)
    })
}

function reportLine(
  cite: Citation,
  own: readonly CheckResult[],
  reasons: readonly string[],
  locale: string,
): LineReport {
  const passed = own.filter(({ verdict }) => verdict.kind === 'passed').length
  const failures = own.flatMap(({ check, verdict, curl }) =>
    verdict.kind === 'failed'
      ? [{ says: sayPhrase(check.says, locale), problem: sayPhrase(verdict.problem, locale), curl }]
      : [],
  )
  const outcome: LineOutcome = failures.length > 0 ? 'failed' : passed > 0 ? 'passed' : 'not_testable'
  const why = outcome === 'not_testable' && reasons.length === 0 ? [sayPhrase({ says: NO_CHECK }, locale)] : reasons
  return {
    ...cite,
    outcome,
    passed,
    failed: failures.length,
    failures: failures.slice(0, MOST_KEPT),
    notTestable: why,
  }
}

const NO_CHECK = {
  en: 'verify has no check for such a line yet',
  de: 'für eine solche Zeile gibt es noch keine Prüfung',
}

/** More failures of a line would show nothing else. */
const MOST_KEPT = 20

export function printReport(file: string, lines: readonly LineReport[]): string {
  const of = (outcome: LineOutcome): readonly LineReport[] => lines.filter((each) => each.outcome === outcome)
  const failed = of('failed').flatMap(({ line, text, failed: count, failures }) => [
    `FAILED  line ${line}: ${text}`,
    ...failures
      .slice(0, MOST_SHOWN)
      .flatMap(({ says, problem, curl }) => [`  ${says}`, `  ${problem}`, `  ${curl.replaceAll('\n', '\n  ')}`, '']),
    ...(count > MOST_SHOWN ? [`  and ${count - MOST_SHOWN} more.`, ''] : []),
  ])
  const untested = of('not_testable').map(
    ({ line, text, notTestable }) => `not testable  line ${line}: ${text}\n  ${notTestable[0] ?? ''}`,
  )
  const checks = lines.reduce((sum, each) => sum + each.passed + each.failed, 0)
  const summary = `${file}: ${countLines(lines, 'passed')} lines passed, ${countLines(lines, 'failed')} failed, ${countLines(lines, 'not_testable')} not testable; ${checks} requests.`
  return [...untested, '', ...failed, summary].join('\n').trimStart()
}

const MOST_SHOWN = 3
