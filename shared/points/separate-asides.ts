// Divides a section into what its point reads, and the examples and questions that stand below it.
import type { Part, Section } from '../document/document.ts'
import { isExample } from './examples/read-examples.ts'
import { isUnknownsHeading } from './read-questions.ts'

export interface SectionParts<T> {
  readonly rest: T
  readonly examples: readonly Part[]
  /** Parts that ask questions: `### Unknowns`. */
  readonly asking: readonly Part[]
}

export function separateAsides<T extends Section | Part>(holder: T): SectionParts<T> {
  const isAside = (part: Part): boolean => isExample(part) || isUnknownsHeading(part)
  const separated = holder.parts.filter((part) => !isAside(part)).map((part) => separateAsides(part))
  const examples = [...holder.parts.filter(isExample), ...separated.flatMap((each) => each.examples)]
  const asking = [...holder.parts.filter(isUnknownsHeading), ...separated.flatMap((each) => each.asking)]
  if (examples.length === 0 && asking.length === 0) return { rest: holder, examples, asking }
  return { rest: { ...holder, parts: separated.map(({ rest }) => rest) }, examples, asking }
}
