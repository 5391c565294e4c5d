// Writes what a verification says as JUnit XML, for build servers.
import type { LineReport } from './verification.ts'
import { countLines } from './verification.ts'

/** Writes a report as JUnit does, with one test case for each line. */
export function writeJunit(file: string, lines: readonly LineReport[]): string {
  const cases = lines.map((each) => {
    const { point, line, text, outcome } = each
    const open = `  <testcase classname="${escapeXml(`${file}.${point}`)}" name="${escapeXml(`line ${line}: ${text}`)}"`
    if (outcome === 'passed') return `${open}/>`
    if (outcome === 'not_testable')
      return `${open}>\n    <skipped message="${escapeXml(each.notTestable.join('; '))}"/>\n  </testcase>`
    const [first] = each.failures
    const all = each.failures.map(({ says, problem, curl }) => `${says}\n${problem}\n${curl}`).join('\n\n')
    return `${open}>\n    <failure message="${escapeXml(first?.problem ?? '')}">${escapeXml(all)}</failure>\n  </testcase>`
  })
  const [failed, skipped] = [countLines(lines, 'failed'), countLines(lines, 'not_testable')]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escapeXml(file)}" tests="${lines.length}" failures="${failed}" skipped="${skipped}">`,
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
