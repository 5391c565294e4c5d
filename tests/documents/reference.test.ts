// Every example of the reference is compiled: whole documents as they are, steps in the document that grows, fragments in the grown one.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { sayDiagnostics } from '../helpers/compile-document.ts'

const reference = readFileSync(new URL('../../shared/documents/reference.md', import.meta.url), 'utf8')

interface Example {
  readonly line: number
  /** What stands behind "markdown" at its fence: nothing, "step", or the points that it belongs to. */
  readonly says: string
  readonly text: string
}

const examples: readonly Example[] = [...reference.matchAll(/^(`{3,})markdown *(.*)\n([^]*?)\n\1$/gm)].map(
  ({ index, 2: says = '', 3: text = '' }) => ({ line: reference.slice(0, index).split('\n').length, says, text }),
)
const whole = examples.find(({ says }) => says === '')?.text ?? ''
const steps = examples.filter(({ says }) => says === 'step')
const grown = steps.reduce((document, { text }) => replacePoints(document, text), whole)

describe('the growing example', () => {
  test.each(steps.map((step, at) => ({ ...step, at })))('is sound after the step at line $line', ({ at }) => {
    const document = steps.slice(0, at + 1).reduce((text, step) => replacePoints(text, step.text), whole)
    expect(said(document)).toEqual([])
  })

  test('begins with the smallest document', () => {
    expect(said(whole)).toEqual([])
    expect(compile(whole).unknowns).toHaveLength(9)
  })

  test('leaves only the calls unknown', () => {
    expect(compile(grown).unknowns.map(({ name }) => name)).toEqual(['Point 7'])
  })
})

const fragments = examples.filter(({ says }) => /^\d/.test(says))

describe('an example of the reference', () => {
  test.each(fragments.filter(({ says }) => !says.includes('not run yet')))('at line $line is sound', (example) => {
    expect(said(withFragment(example))).toEqual([])
  })

  test.each(fragments.filter(({ says }) => says.includes('not run yet')))(
    'at line $line is legal and says what is not run yet',
    (example) => {
      const document = withFragment(example)
      expect(said(document).filter((line) => !NOT_RUN.test(line))).toEqual([])
      expect(said(document).some((line) => NOT_RUN.test(line))).toBe(true)
    },
  )

  test('is one of those kinds', () => {
    const others = examples.filter(({ says }) => !/^(|step|\d( \d)*( not run yet)?)$/.test(says))
    expect(others).toEqual([])
    expect(examples.length).toBeGreaterThan(40)
  })
})

const NOT_RUN = / \w+\/not-run-yet /

function said(text: string): string[] {
  return sayDiagnostics(text, compile(text), ['error', 'warning', 'note'])
}

/** The sections by number: { head, sections }. */
function split(document: string): { head: string; sections: Map<string, string> } {
  // The line ending in front lets the first section be divided off too.
  const [head = '', ...rest] = `\n${document}`.split(/^(?=## \d)/m)
  return { head: head.trim(), sections: new Map(rest.map((section) => [section[3] ?? '', section.trimEnd()])) }
}

function replacePoints(document: string, text: string): string {
  const { head, sections } = split(document)
  for (const [point, section] of split(text).sections) sections.set(point, section)
  return [head, ...sections.values()].join('\n\n')
}

/** A fragment stands beside what its points hold: tables above the first heading, headings at the end, each once. */
function withFragment({ says, text }: Example): string {
  const { head, sections } = split(grown)
  const parts = text.startsWith('## ') ? split(text).sections : new Map([[says[0] ?? '', text]])
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
  // An entity that a section adds to the tool library may be used; what it adds to a known one, too.
  const entities = [...(parts.get('3') ?? '').matchAll(/^### (?:.*\((\w+)\)|(.+))$/gm)].map(([, a, b]) => a ?? b)
  const grants = `| role | entity | may |\n|---|---|---|\n${entities.map((name) => `| everyone | ${name} | everything |`).join('\n')}`
  if (entities.length > 0) sections.set('6', `${sections.get('6')}\n\n${grants}`)
  return [head, ...sections.values()].join('\n\n')
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
