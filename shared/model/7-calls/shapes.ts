// Links shapes of point 7, which project records and nest without circles.
import * as say from '../../diagnostics/linking.ts'
import * as sayCalls from '../../diagnostics/7-calls.ts'
import { LARGEST_TYPE, NULL, sizeOfType } from '../../expressions/type-rules.ts'
import type { SchemaShape } from '../../expressions/schema.ts'
import type { ShapeDeclaration } from '../../points/7-calls/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity, findName, suggest } from '../link-context.ts'
import type { Declarations } from '../../points/declarations.ts'
import type { RecordShape } from './types.ts'

export interface Shapes {
  readonly names: readonly string[]
  /** Returns what expressions need of a shape, or undefined if there is none of that name. */
  of(name: string): SchemaShape | undefined
  /** All that can be read, by name. */
  all(): ReadonlyMap<string, RecordShape>
}

/** How many shapes may show one another; each is read inside the one before. */
const MOST_NESTED = 20

/** Each is read once, when it is first needed. */
export function makeShapes({ calls }: Declarations, getLinking: () => LinkContext): Shapes {
  const declared = isShown(calls) ? calls.shapes : []
  const known = new Map<string, RecordShape | undefined>()
  const reading = new Set<string>()
  const names = declared.map((each) => each.name)
  const byName = new Map(declared.map((each) => [each.name.identifier, each]))
  const read = (declaration: ShapeDeclaration): RecordShape | undefined => {
    const { name } = declaration
    const { identifier } = name
    if (known.has(identifier)) return known.get(identifier)
    const context = getLinking()
    if (reading.has(identifier) || reading.size >= MOST_NESTED) {
      if (reading.has(identifier)) context.report(say.circularValue(name.span, { name: `the shape ${name.label}` }))
      else context.report(sayCalls.shapesTooDeep(name.span, { limit: MOST_NESTED }))
      return undefined
    }
    reading.add(identifier)
    const shape = linkShape(context, declaration, (other) => {
      const found = findName(other, names, 'field')
      const target = found === undefined ? undefined : byName.get(found)
      if (!target) {
        const what = { what: 'shape', name: other.value, ...suggest(other.value, names) }
        context.report(say.unknownName(spanOf(other), what))
      }
      return target && read(target)
    })
    reading.delete(identifier)
    known.set(identifier, shape)
    return shape
  }
  return {
    names: declared.map((each) => each.name.identifier),
    of(name) {
      const declaration = byName.get(name) ?? byName.get(identifierOf(name, 'field'))
      if (!declaration) return undefined
      const shape = read(declaration)
      if (!shape) return { entity: declaration.of.value }
      const fields = Object.fromEntries(shape.entries.map((entry) => [entry.name, entry.value.tree.type]))
      return { entity: shape.entity, type: { kind: 'object', fields } }
    },
    all: () =>
      new Map(
        declared.flatMap((each) => {
          const shape = read(each)
          return shape ? [[shape.name, shape] as const] : []
        }),
      ),
  }
}

function linkShape(
  context: LinkContext,
  { name, of, as, entries }: ShapeDeclaration,
  readOther: (reference: NonNullable<ShapeDeclaration['as']>) => RecordShape | undefined,
): RecordShape | undefined {
  const entity = findEntity(context, of)
  if (!entity) return undefined
  const { identifier } = entity.name
  const other = as && readOther(as)
  if (as && other && other.entity !== identifier)
    context.report(sayCalls.shapeOfOther(spanOf(as), { shape: other.name, entity: other.entity, expected: identifier }))
  const first = other?.entity === identifier ? other.entries : []
  const own = entries.map((entry): RecordShape['entries'][number] => {
    if (first.some((each) => each.name === entry.name))
      context.report(sayCalls.doubledShapeName(entry.nameSpan, { name: entry.name }))
    const value = context.expression(entry.value, {
      record: identifier,
      later: true,
      forReader: true,
      asJson: true,
    })
    // What can't be known is empty, and has its name all the same.
    const { span } = entry
    return {
      name: entry.name,
      value: value ?? { tree: { kind: 'literal', value: null, type: NULL, span }, text: 'null', span },
    }
  })
  const size = [...first, ...own].reduce((sum, { value }) => sum + sizeOfType(value.tree.type), 1)
  if (size <= LARGEST_TYPE) return { name: name.identifier, entity: identifier, entries: [...first, ...own] }
  context.report(sayCalls.shapeTooLarge(name.span, { shape: name.label, limit: LARGEST_TYPE }))
  return undefined
}
