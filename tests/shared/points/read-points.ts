// Reads the points of small documents for the tests of each of them.
import { expect } from 'vitest'
import { readDocument } from '#shared/document/read-document.ts'
import type { Declarations, NotShown } from '#shared/points/declarations.ts'
import { readDeclarations } from '#shared/points/read-declarations.ts'

/** A document in which only these points are shown. */
export function read(points: { readonly [point: number]: string }) {
  const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
    (point) => `## ${point}. Point\n\n${points[point] ?? 'not shown.'}\n`,
  )
  const { document, diagnostics } = readDocument(`# Specification: A\n\n${sections.join('\n')}`)
  const { declarations, diagnostics: more } = readDeclarations(document)
  const problems = [...diagnostics, ...more].filter((diagnostic) => diagnostic.severity !== 'note')
  return { declarations, problems: problems.map((diagnostic) => `${diagnostic.code}: ${diagnostic.message}`) }
}

/** Fragments as their text, spans left out. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === 'span' || key === 'grantsHeader') return undefined
      return inner !== null && typeof inner === 'object' && 'gaps' in inner && 'value' in inner ? inner.value : inner
    }),
  )
}

export function shown<K extends keyof Declarations>(
  points: { readonly [point: number]: string },
  key: K,
): Exclude<Declarations[K], NotShown> {
  const { declarations, problems } = read(points)
  expect(problems).toEqual([])
  return declarations[key] as Exclude<Declarations[K], NotShown>
}

export const ENTITY =
  '### Ticket\n\n| field | type |\n|---|---|\n| status | one of new, open |\n\n### Line\n\n| field | type |\n|---|---|\n| open | yes/no |\n'
