// Links lines that an effect writes with their head: `create Order { lines: … }`, `lines = input.lines`.
import * as say from '../../diagnostics/linking.ts'
import type { Expression, Node } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import { isCollection, isNumeric } from '../../expressions/type-rules.ts'
import type { Type } from '../../expressions/type.ts'
import type { FieldValueDeclaration } from '../../points/4-states/declarations.ts'
import type { Reference } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { LinkContext } from '../link-context.ts'
import { reportUnknown } from '../link-context.ts'
import type { Effect, FieldSetting } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import { isPartOfHead } from '../3-entities/link-parts.ts'
import { reportMissingOfLine } from '../4-states/report-missing-values.ts'
import { linkFields } from '../4-states/link-field-settings.ts'

interface LinkedFields {
  readonly fields: readonly FieldSetting[]
  readonly lines: { readonly lines?: readonly FieldSetting[] }
}

/** Links the values that a record is given: its fields and its lines. */
export function linkWithLines(
  context: LinkContext,
  entity: EntityOutline,
  settings: readonly FieldValueDeclaration[],
  environment: Environment,
): LinkedFields {
  const parts = new Map(
    settings.flatMap((each) => {
      const part = partMeant(entity, each.name, context)
      return part === undefined ? [] : [[each, part] as const]
    }),
  )
  const lines = [...parts].flatMap(([each, field]) => {
    const value = linkLines(context, each, environment)
    if (value) checkLineFields(context, entity, field, value)
    return value ? [settingOf(context, entity, field, value)] : []
  })
  const own = settings.filter((each) => !parts.has(each))
  return {
    fields: linkFields(context, entity, own, environment),
    lines: lines.length === 0 ? {} : { lines },
  }
}

/** Those of the record at hand, whose version the caller names. */
export function linkOwnLines(
  context: LinkContext,
  { entity, record }: { readonly entity: EntityOutline; readonly record?: Expression },
  setting: FieldValueDeclaration,
  field: string,
  environment: Environment,
): Omit<Extract<Effect, { readonly kind: 'set' }>, 'cite' | 'if'> | undefined {
  if (record) {
    const why = 'a call changes lines of the record at hand only (`of …` behind its path)'
    context.report(say.notAField(spanOf(setting.name), { name: field, entity: entity.name.label, why }))
    return undefined
  }
  const value = linkLines(context, setting, environment)
  return value && { kind: 'set', ...settingOf(context, entity, field, value), isLines: true }
}

/** Those of the record of a step of point 4: it is updated on the document's authority. */
export function linkLinesAtHand(
  context: LinkContext,
  entity: EntityOutline,
  setting: FieldValueDeclaration,
  environment: Environment,
): Omit<Extract<Effect, { readonly kind: 'update' }>, 'cite' | 'if'> {
  const span = spanOf(setting.name)
  const { identifier } = entity.name
  const tree: Node = { kind: 'this', type: { kind: 'record', entity: identifier }, span }
  const linked = linkWithLines(context, entity, [setting], environment)
  return { kind: 'update', entity: identifier, records: { tree, text: 'this', span }, fields: [], ...linked.lines }
}

/** The name that the lines have in their head. */
export function partMeant(
  entity: EntityOutline,
  { value }: Reference,
  { outline }: Pick<LinkContext, 'outline'>,
): string | undefined {
  return [value, identifierOf(value, 'field')].find((name) => {
    const reverse = entity.reverses.get(name)
    return reverse !== undefined && isPartOfHead(outline.entities.get(reverse.entity)?.fields.get(reverse.field))
  })
}

/** A list of objects, whose fields are looked at when it is sent. */
function linkLines(
  context: LinkContext,
  { name, value }: FieldValueDeclaration,
  environment: Environment,
): Expression | undefined {
  const linked = context.expression(value, environment)
  if (!linked) return undefined
  const { type } = linked.tree
  const of = isCollection(type) ? type.of : type
  if (['json', 'object', 'null'].includes(of.kind) && (isCollection(type) || of.kind !== 'object')) return linked
  context.report(say.wrongLines(spanOf(value), { name: name.value }))
  return undefined
}

function settingOf({ outline }: LinkContext, head: EntityOutline, field: string, value: Expression): FieldSetting {
  const lines = outline.entities.get(head.reverses.get(field)?.entity ?? '')
  const { type } = value.tree
  return { field, value, type: lines ? typeInLines(type, lines) : type }
}

/** Numbers have the types of their fields; what a field can't hold is looked at when it is sent. */
function typeInLines(type: Type, lines: EntityOutline): Type {
  if (isCollection(type)) return { kind: type.kind, of: typeInLines(type.of, lines) }
  if (type.kind !== 'object') return type
  const fields = Object.entries(type.fields).map(([name, given]): readonly [string, Type] => {
    const own = lines.fields.get(name)?.valueType
    const isConverted = own !== undefined && own.kind !== 'integer' && isNumeric(own) && isNumeric(given)
    return [name, isConverted ? own : given]
  })
  return { kind: 'object', fields: Object.fromEntries(fields) }
}

/** Finds the objects that are written out: `[{ … }]`, `set.map(x, { … })`. */
function objectsIn(tree: Node): readonly Extract<Node, { readonly kind: 'object' }>[] {
  if (tree.kind === 'object') return [tree]
  if (tree.kind === 'list') return tree.items.flatMap(objectsIn)
  return tree.kind === 'each' && tree.operation === 'map' ? objectsIn(tree.body) : []
}

/** Reports names in an object that are no fields of the lines, and fields that are required of a line and not in it. */
function checkLineFields(context: LinkContext, head: EntityOutline, part: string, { tree, span }: Expression): void {
  const of = isCollection(tree.type) ? tree.type.of : tree.type
  const lines = context.outline.entities.get(head.reverses.get(part)?.entity ?? '')
  if (lines === undefined) return
  for (const line of objectsIn(tree)) {
    const given = line.entries.map(({ name }) => name)
    // A line with an id is there already.
    if (given.includes('id')) continue
    reportMissingOfLine(context, lines, head.reverses.get(part)?.field, given, line.span)
  }
  if (of.kind !== 'object') return
  const known = [...lines.fields.values()].map(({ name }) => name)
  for (const name of Object.keys(of.fields)) {
    if (lines.fields.has(name) || name === 'delete') continue
    reportUnknown(context, 'field', { value: name, start: span.start, gaps: [] }, lines.name.label, known)
  }
}
