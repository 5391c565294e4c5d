// Reads what is said where something is refused: a code of point 8, or a message.
import type { Fragment } from '../../text/fragment.ts'
import { bare, readQuoted } from '../../text/written-values.ts'
import type { OtherwiseDeclaration } from '../5-rules/declarations.ts'
import type { PointContext } from './point-context.ts'
import { readTemplate } from './read-template.ts'

/**
 * Reads the cell into a property to spread into the object that it belongs to. The result is empty where the cell is
 * empty.
 */
export function readOtherwise(cell: Fragment, context: PointContext): { readonly otherwise?: OtherwiseDeclaration } {
  if (cell.value === '') return {}
  return { otherwise: { text: readQuoted(cell) ?? bare(cell), message: readTemplate(bare(cell), context) } }
}
