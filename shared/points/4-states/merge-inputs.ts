// Merges what the cell "asks" of a row and the table below the heading of its transition say.
import * as say from '../../diagnostics/4-states.ts'
import type { PointContext } from '../reading/point-context.ts'
import type { InputDeclaration } from './declarations.ts'

type Part = 'type' | 'required' | 'default' | 'limits'

/** The table below the heading of a transition. `ofSome`: what only some of its rows name in their cells. */
export interface AskedBelow {
  readonly inputs: readonly InputDeclaration[]
  readonly ofSome: ReadonlySet<string>
}

/**
 * Returns the inputs of one row: those of its cell, of which the table says more, and then those that only the table
 * has. What both say has to be the same. As the table is of all rows, all would ask what it says of an input of some.
 */
export function mergeInputs(
  cell: readonly InputDeclaration[],
  table: AskedBelow,
  context: PointContext,
): readonly InputDeclaration[] {
  const byName = new Map(table.inputs.map((each) => [each.name.identifier, each]))
  const merged = cell.map((own) => {
    const { identifier } = own.name
    const more = byName.get(identifier)
    if (!more) return own
    const part = PARTS.find((one) => differs(one, own[one], more[one]))
    byName.delete(identifier)
    const related = [{ message: 'The cell says it here.', span: own.span }]
    if (part || table.ofSome.has(identifier))
      context.report(say.askedTwice(more.name.span, { input: own.name.label, differs: part ?? 'rows' }, { related }))
    return { ...own, ...more }
  })
  return [...merged, ...byName.values()]
}

const PARTS: readonly Part[] = ['type', 'required', 'default', 'limits']

/** Returns the names of the inputs that some of these cells have, and others lack. */
export function namedBySome(cells: readonly (readonly InputDeclaration[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const { name } of cells.flat()) counts.set(name.identifier, (counts.get(name.identifier) ?? 0) + 1)
  return new Set([...counts].flatMap(([name, count]) => (count < cells.length ? [name] : [])))
}

/** Reports whether both say something, and not the same. A type that can't be read has been reported. */
function differs(part: Part, one: InputDeclaration[Part], other: InputDeclaration[Part]): boolean {
  if (one === undefined || other === undefined || isUnread(one) || isUnread(other)) return false
  const [said, instead] = [textOf(one), textOf(other)]
  return part === 'type' ? said.toLowerCase() !== instead.toLowerCase() : said !== instead
}

function isUnread(part: NonNullable<InputDeclaration[Part]>): boolean {
  return typeof part === 'object' && 'notShown' in part
}

/** The words without their places in the document. */
function textOf(part: NonNullable<InputDeclaration[Part]>): string {
  return JSON.stringify(part, (key, value: unknown) => (PLACES.has(key) ? undefined : value))
}

const PLACES: ReadonlySet<string> = new Set(['start', 'gaps', 'span', 'part'])
