// Compiles documents for tests: shipped ones by name, minimal ones from the points they need.
import { readFileSync } from 'node:fs'
import { compile, type CompiledDocument } from '#shared/compile.ts'
import type { Model } from '#shared/model/model.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'

/** The model of a document without errors; else it throws with what is wrong, so that a test shows it. */
export function compileDocument(text: string): Model {
  const compiled = compile(text)
  if (!compiled.model)
    throw new Error(`the document has errors:\n${sayDiagnostics(text, compiled, ['error']).join('\n')}`)
  return compiled.model
}

export function readShipped(name: string): string {
  return readFileSync(new URL(`../../shared/documents/${name}.md`, import.meta.url), 'utf8')
}

/** The number of the helpdesk's line that begins so: documents grow, and what is cited stays. */
export function helpdeskLine(start: string): number {
  const index = readShipped('helpdesk')
    .split('\n')
    .findIndex((line) => line.startsWith(start))
  if (index < 0) throw new Error(`no line begins with ${start}`)
  return index + 1
}

/** The helpdesk, compiled once. */
export function helpdesk(): Model {
  return (kept ??= compileDocument(readShipped('helpdesk')))
}

let kept: Model | undefined

/** A whole document of the points given; all others are not shown. */
export function documentOf(points: { readonly [point: number]: string }): string {
  const titles = ['What it does', 'Screens', 'Entities', 'States', 'Rules', 'Roles', 'Calls', 'Errors', 'Constants']
  const sections = titles.map(
    (title, index) => `## ${index + 1}. ${title}\n\n${points[index + 1]?.trim() ?? 'not shown.'}\n`,
  )
  return `# Specification: Test\n\n${sections.join('\n')}`
}

/** "102:3 note entities/not-run-yet …", for the severities asked. */
export function sayDiagnostics(
  text: string,
  { diagnostics }: CompiledDocument,
  severities: readonly string[],
): string[] {
  const lines = lineIndex(text)
  return diagnostics
    .filter((each) => severities.includes(each.severity))
    .map((each) => {
      const { line, column } = positionAt(lines, each.span.start)
      return `${line}:${column} ${each.code} ${each.message}`
    })
}
