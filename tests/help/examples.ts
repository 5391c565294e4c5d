// Reads the examples of a help page, and puts them into documents that can be compiled.
import { readFileSync } from 'node:fs'
import { compile } from '#shared/compile.ts'
import { sayDiagnostics } from '../helpers/compile-document.ts'

export interface Example {
  readonly line: number
  /** The words after "markdown" at the example's fence: nothing, "step", or the points that it belongs to. */
  readonly says: string
  readonly text: string
}

export function readHelp(page: string): string {
  return readFileSync(new URL(`../../shared/help/${page}.md`, import.meta.url), 'utf8')
}

export function examplesOf(page: string): readonly Example[] {
  return [...page.matchAll(/^(`{3,})markdown *(.*)\n([^]*?)\n\1$/gm)].map(({ index, 2: says = '', 3: text = '' }) => ({
    line: page.slice(0, index).split('\n').length,
    says,
    text,
  }))
}

/** Errors, warnings and notes, a line for each. */
export function saidOf(text: string): string[] {
  return sayDiagnostics(text, compile(text), ['error', 'warning', 'note'])
}

/** The points that the text has take the place of those in the document. */
export function replacePoints(document: string, text: string): string {
  const { head, sections } = splitPoints(document)
  for (const [point, section] of splitPoints(text).sections) sections.set(point, section)
  return [head, ...sections.values()].join('\n\n')
}

/** A fragment stands beside what its points hold: tables above the first heading, headings at the end, each once. */
export function withFragment(document: string, { says, text }: Example): string {
  const { head, sections } = splitPoints(document)
  const parts = text.startsWith('## ') ? splitPoints(text).sections : new Map([[says[0] ?? '', text]])
  for (const [point, part] of parts) {
    const section = (sections.get(point) ?? '').replace(/\n+not shown\.$/, '')
    const [above = '', ...below] = section.split(/^(?=### )/m)
    const [tables = '', ...headed] = `\n${part.replace(/^## .*\n/, '')}`.split(/^(?=### )/m)
    const headings = headed.map(firstLine)
    const kept = below.filter((each) => !headings.includes(firstLine(each)))
    const settings = new Set(tables.match(/^- [^:]+:/gm))
    const lines = above.split('\n').filter((line) => !settings.has(/^- [^:]+:/.exec(line)?.[0] ?? ''))
    sections.set(point, [lines.join('\n'), tables, ...kept, ...headed].map((each) => each.trim()).join('\n\n'))
  }
  // An entity that a section adds to the document may be used; what it adds to a known one, too.
  const entities = [...(parts.get('3') ?? '').matchAll(/^### (?:.*\((\w+)\)|(.+))$/gm)].map(([, a, b]) => a ?? b)
  const grants = `| role | entity | may |\n|---|---|---|\n${entities.map((name) => `| everyone | ${name} | everything |`).join('\n')}`
  if (entities.length > 0) sections.set('6', `${sections.get('6')}\n\n${grants}`)
  return [head, ...sections.values()].join('\n\n')
}

/** The sections by number: { head, sections }. */
function splitPoints(document: string): { head: string; sections: Map<string, string> } {
  // The line ending in front lets the first section be divided off too.
  const [head = '', ...rest] = `\n${document}`.split(/^(?=## \d)/m)
  return { head: head.trim(), sections: new Map(rest.map((section) => [section[3] ?? '', section.trimEnd()])) }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

/**
 * Replaces what stands below a heading of the document, up to the next heading, by what stands below the same heading
 * in the text.
 */
export function replaceHeading(document: string, text: string): string {
  const sections = document.split(/^(?=#{2,3} )/m)
  const replaced = sections.map((section) => (firstLine(section) === firstLine(text) ? `${text}\n\n` : section))
  if (replaced.every((section, at) => section === sections[at])) throw new Error(`no ${firstLine(text)}`)
  return replaced.join('')
}
