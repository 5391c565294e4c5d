// Reports a verification line by line of the document: as text, as JSON, and as JUnit XML.
import type { Citation, Model } from '#shared/model/model.ts'
import { declaredLines } from './declared-lines.ts'
import type { CheckResult } from './send-checks.ts'
import type { Verification } from './verify-document.ts'

export interface LineReport {
  readonly point: number
  readonly line: number
  readonly text: string
  readonly outcome: 'passed' | 'failed' | 'not testable'
  /** How many checks of it passed. */
  readonly passed: number
  readonly failures: readonly { readonly says: string; readonly problem: string; readonly curl: string }[]
  /** Reasons why the line, or a part of it, can't be tested. */
  readonly notTestable: readonly string[]
}

/** One entry for each line that declares something that a running system does, in the order of the document. */
export function reportLines(model: Model, { results, notTestable }: Verification): readonly LineReport[] {
  const lines = new Map<number, Citation>()
  for (const cite of [...declaredLines(model), ...results.map(({ check }) => check.line)]) lines.set(cite.line, cite)
  return [...lines.values()]
    .toSorted((a, b) => a.line - b.line)
    .map((cite) => {
      const own = results.filter(({ check }) => check.line.line === cite.line)
      const reasons = [
        ...notTestable.filter(({ line }) => line.line === cite.line).map(({ why }) => why),
        ...own.flatMap(({ check, verdict }) =>
          verdict.kind === 'not testable' ? [`${check.says}: ${verdict.why}`] : [],
        ),
      ]
      return reportLine(cite, own, [...new Set(reasons)])
    })
}

function reportLine(cite: Citation, own: readonly CheckResult[], reasons: readonly string[]): LineReport {
  const passed = own.filter(({ verdict }) => verdict.kind === 'passed').length
  const failures = own.flatMap(({ check, verdict, curl }) =>
    verdict.kind === 'failed' ? [{ says: check.says, problem: verdict.problem, curl }] : [],
  )
  const outcome = failures.length > 0 ? 'failed' : passed > 0 ? 'passed' : 'not testable'
  const why = outcome === 'not testable' && reasons.length === 0 ? ['verify has no check for such a line yet'] : reasons
  return { ...cite, outcome, passed, failures, notTestable: why }
}

export function printReport(file: string, lines: readonly LineReport[]): string {
  const of = (outcome: LineReport['outcome']): readonly LineReport[] => lines.filter((each) => each.outcome === outcome)
  const failed = of('failed').flatMap(({ line, text, failures }) => [
    `FAILED  line ${line}: ${text}`,
    ...failures
      .slice(0, MOST_SHOWN)
      .flatMap(({ says, problem, curl }) => [`  ${says}`, `  ${problem}`, `  ${curl}`, '']),
    ...(failures.length > MOST_SHOWN ? [`  and ${failures.length - MOST_SHOWN} more.`, ''] : []),
  ])
  const untested = of('not testable').map(
    ({ line, text, notTestable }) => `not testable  line ${line}: ${text}\n  ${notTestable[0] ?? ''}`,
  )
  const checks = lines.reduce((sum, each) => sum + each.passed + each.failures.length, 0)
  const summary = `${file}: ${of('passed').length} lines passed, ${of('failed').length} failed, ${of('not testable').length} not testable; ${checks} requests.`
  return [...untested, '', ...failed, summary].join('\n').trimStart()
}

const MOST_SHOWN = 3

/** One test case for each line. */
export function writeJunit(file: string, lines: readonly LineReport[]): string {
  const count = (outcome: LineReport['outcome']): number => lines.filter((each) => each.outcome === outcome).length
  const cases = lines.map((each) => {
    const { point, line, text, outcome } = each
    const open = `  <testcase classname="${escapeXml(`${file}.${point}`)}" name="${escapeXml(`line ${line}: ${text}`)}"`
    if (outcome === 'passed') return `${open}/>`
    if (outcome === 'not testable')
      return `${open}>\n    <skipped message="${escapeXml(each.notTestable.join('; '))}"/>\n  </testcase>`
    const [first] = each.failures
    const all = each.failures.map(({ says, problem, curl }) => `${says}\n${problem}\n${curl}`).join('\n\n')
    return `${open}>\n    <failure message="${escapeXml(first?.problem ?? '')}">${escapeXml(all)}</failure>\n  </testcase>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escapeXml(file)}" tests="${lines.length}" failures="${count('failed')}" skipped="${count('not testable')}">`,
    ...cases,
    '</testsuite>\n',
  ].join('\n')
}

/** Characters that XML 1.0 does not have become spaces. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
