// Declares the context of linking and finds names in it.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/linking.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type { Environment, Schema } from '../expressions/schema.ts'
import type { Type } from '../expressions/type.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { Declarations, Reference } from '../points/declarations.ts'
import type { TransitionDeclaration } from '../points/4-states/declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf, readIdentifierName } from '../text/identifier.ts'
import { nearest } from '../text/nearest-word.ts'
import type { Span } from '../text/span.ts'
import type { FixedConstants } from './9-constants/fixed-constants.ts'
import type { Definitions } from './definitions.ts'
import type { LostNames } from './lost-names.ts'
import type { Citation, Name, Unknown } from './model.ts'
import type { EntityOutline, Outline, WorkflowOutline } from './outline.ts'
import type { RoleConditions } from './6-roles/role-conditions.ts'
import type { Shapes } from './7-calls/shapes.ts'
import type { Titles } from './3-entities/titles.ts'

export interface LinkContext {
  readonly declarations: Declarations
  readonly outline: Outline
  readonly schema: Schema
  readonly unknowns: Unknown[]
  report(diagnostic: Diagnostic): void
  cite(point: number, span: Span): Citation
  /** Checks an expression of the document; undefined after it was said why it can't be one. */
  expression(source: Fragment, environment: Environment, expected?: Type): Expression | undefined
  /** Checks an expression like `expression`, for those who also need it as a reader asks it. */
  reading(source: Fragment, environment: Environment, expected?: Type): ExpressionReading | undefined
  /** Checks an expression like `reading`, but reports nothing. */
  readingInSilence(source: Fragment, environment: Environment, expected?: Type): SilentReading | undefined
  /** Name of something in point 9 that an expression needs and that is not shown there. Undefined if there is none. */
  unknownIn(source: Fragment): string | undefined
  readonly meanings: Definitions
  readonly roleConditions: RoleConditions
  readonly shapes: Shapes
  readonly titles: Titles
  /** The text of a value as people see it. */
  shown(value: Node): Node
  /** The text of a value as `shown`, with computed fields as fields, which a reader may know or not. */
  shownForReader(value: Node): Node
  readonly lost: LostNames
  readonly constants: FixedConstants
}

/** An expression as it was read, once for all who evaluate it. */
export interface ExpressionReading {
  readonly expression: Expression
  /** Makes the tree for an evaluation under the policy of a reader: computed fields stay fields. */
  asked(): Node
}

export interface SilentReading extends ExpressionReading {
  /** Reports what there is to say of it, such as warnings. */
  tell(): void
}

// Names ----------------------------------------------------------------------------------------------

/** The identifier that a reference names among these, written in any way that people write it. */
export function findName(
  reference: Reference,
  names: Iterable<Name>,
  kind: 'entity' | 'field' | 'word',
): string | undefined {
  const read = readIdentifierName(reference, kind)
  const label = read.label
  const wanted = 'problem' in read ? identifierOf(label, kind) : read.identifier
  const known = [...names]
  const lower = label.toLowerCase()
  const found =
    known.find((name) => name.identifier === wanted || name.identifier === label) ??
    known.find((name) => name.label.toLowerCase() === lower || name.identifier.toLowerCase() === wanted.toLowerCase())
  return found?.identifier
}

export function findEntity(context: LinkContext, reference: Reference): EntityOutline | undefined {
  const { entities } = context.outline
  const known = entities.get(reference.value) ?? entities.get(identifierOf(reference.value, 'entity'))
  if (known) return known
  const names = [...entities.values()].map((entity) => entity.name)
  const identifier = findName(reference, names, 'entity')
  if (identifier !== undefined) return entities.get(identifier)
  const name = reference.value
  if (!context.outline.entitiesShown) context.report(say.entitiesNotShown(spanOf(reference), { name }))
  else context.report(say.unknownName(spanOf(reference), { what: 'entity', name, ...suggest(name, names) }))
  return undefined
}

/** The identifier of a field (own, computed or standard) of an entity. */
export function findField(context: LinkContext, entity: EntityOutline, reference: Reference): string | undefined {
  const key = keyOf(entity.fields, reference)
  if (key !== undefined) return key
  const names = [...entity.fields.values()].map((field) => field.name)
  const identifier = findName(reference, names, 'field')
  if (identifier === undefined && context.lost.fields.has(identifierOf(reference.value, 'field'))) return undefined
  if (identifier === undefined && findName(reference, fieldsNotShown(entity), 'field') !== undefined)
    context.report(say.dependsOnUnknown(spanOf(reference), { unknown: reference.value }))
  else if (identifier === undefined && leadsElsewhere(entity, reference, names))
    context.report(say.pathNotHere(spanOf(reference), { path: reference.value, entity: entity.name.label }))
  else if (identifier === undefined) reportNoField(context, entity, reference, names)
  return identifier
}

/** Finds a field whose changes are noticed; reports one that is worked out when it is read, which is not written when it changes. */
export function findChangingField(
  context: LinkContext,
  entity: EntityOutline,
  reference: Reference,
): string | undefined {
  const found = findField(context, entity, reference)
  if (found === undefined || entity.fields.get(found)?.computed !== true) return found
  if (context.meanings.isStored(entity.name.identifier, found)) return found
  context.report(say.neverChanges(spanOf(reference), { field: reference.value }))
  return undefined
}

/** Lists the names by which an entity has lines: the relations backwards of what is part of it. */
function linesOf({ outline }: LinkContext, entity: EntityOutline): readonly string[] {
  return [...entity.reverses].flatMap(([name, { entity: part, field }]) => {
    const type = outline.entities.get(part)?.fields.get(field)?.type
    return type?.kind === 'relation' && type.part === true ? [name] : []
  })
}

function reportNoField(
  context: LinkContext,
  entity: EntityOutline,
  reference: Reference,
  names: readonly Name[],
): void {
  const lines = reference.value === 'lines' ? linesOf(context, entity) : []
  if (lines.length > 0) {
    const hint = `its lines are called ${lines.map((each) => `"${each}"`).join(' and ')}`
    const about = { what: 'field', name: 'lines', entity: entity.name.label } as const
    return context.report(say.unknownOfEntity(spanOf(reference), { ...about, nearest: undefined, known: [], hint }))
  }
  const reverse = entity.reverses.get(identifierOf(reference.value, 'field'))
  const others = reverse && context.outline.entities.get(reverse.entity)?.name.label
  if (reverse === undefined || others === undefined)
    return reportUnknown(context, 'field', reference, entity.name.label, names)
  const { value: name } = reference
  const made = `create ${others} { ${reverse.field}: … }`
  const hint = `they are records of ${others}, which are granted, listed and changed by that name: "${made}"`
  const known = { nearest: undefined, known: [], hint }
  context.report(say.unknownOfEntity(spanOf(reference), { what: 'field', name, entity: entity.name.label, ...known }))
}

/** Whether it is a path that begins with a relation: `requester.team`. */
function leadsElsewhere({ fields }: EntityOutline, reference: Reference, names: readonly Name[]): boolean {
  const end = reference.value.indexOf('.')
  if (end < 1) return false
  const first = findName({ ...reference, value: reference.value.slice(0, end) }, names, 'field')
  return first !== undefined && fields.get(first)?.type.kind === 'relation'
}

/** Finds a thing by the name as written, or by the identifier derived from it, without searching all names. */
function keyOf(things: ReadonlyMap<string, unknown>, { value }: Reference): string | undefined {
  return [value, identifierOf(value, 'field')].find((key) => things.has(key))
}

/** Lists the fields whose type or value is not shown. Nothing is built from them, nor from what needs them. */
export function fieldsNotShown({ declaration }: EntityOutline): readonly Name[] {
  return (declaration?.fields ?? []).filter(({ type }) => 'notShown' in type).map(({ name }) => name)
}

/** Fields by references; those that do not exist have been reported and are left out. */
export function findFields(
  context: LinkContext,
  entity: EntityOutline,
  references: readonly Reference[],
): readonly string[] {
  return references.flatMap((reference) => findField(context, entity, reference) ?? [])
}

/** A path of relations to a field: `requester.team`. A timer (`timers.answer.due_at`) is none that this version can show. */
export function findPath(context: LinkContext, entity: EntityOutline, reference: Reference): string | undefined {
  if (/(?:^|\.)timers\./.test(reference.value)) {
    // Whether there is such a timer is reported as in any expression.
    context.expression(reference, { record: entity.name.identifier })
    return undefined
  }
  const path: string[] = []
  let at: EntityOutline | undefined = entity
  let from = 0
  for (const part of reference.value.split('.')) {
    if (!at) {
      context.report(say.notRecord(spanOf(reference), { expected: `a relation before ".${part}"` }))
      return undefined
    }
    const piece: Fragment = { value: part.trim(), start: reference.start + from, gaps: [] }
    from += part.length + 1
    const field = findField(context, at, reference.value.includes('.') ? piece : reference)
    if (field === undefined) return undefined
    path.push(field)
    const type: FieldType | undefined = at.fields.get(field)?.type
    at = type?.kind === 'relation' ? context.outline.entities.get(type.entity) : undefined
  }
  return path.join('.')
}

/** `words` are those that may stand in place of a role. */
export function resolveRole(
  context: LinkContext,
  reference: Reference,
  words: readonly string[] = [],
): string | undefined {
  const names = [...context.outline.roles.values()].map((role) => role.name)
  const identifier = findName(reference, names, 'entity')
  if (identifier !== undefined) return identifier
  const { value } = reference
  // `requester == me`
  if (/[=<>(]/.test(value)) {
    context.report(say.conditionInWords(spanOf(reference), { condition: value }))
    return undefined
  }
  const known = [...names.map((name) => name.label), ...words]
  const everyone = words.includes('everyone') && /^(?:every\s?body|all)$/i.test(value) ? 'everyone' : undefined
  const meant = everyone ?? suggest(value, names).nearest ?? nearest(value, known)
  context.report(say.unknownName(spanOf(reference), { what: 'role', name: value, nearest: meant, known }))
  return undefined
}

export function findState(
  context: LinkContext,
  entity: EntityOutline,
  workflow: WorkflowOutline,
  reference: Reference,
): string | undefined {
  const names = stateNames(workflow)
  const identifier = findName(reference, names, 'word')
  if (identifier !== undefined) return identifier
  const title = ({ declaration }: WorkflowOutline): string => `${entity.name.label}.${declaration.field.label}`
  const other = entity.workflows.find((each) => findName(reference, stateNames(each), 'word') !== undefined)
  const { value: name } = reference
  const remedy = other
    ? {
        nearest: undefined,
        known: [],
        hint: `it is a state of ${title(other)}; a condition may ask for that one, in "when" or "if"`,
      }
    : suggest(name, names)
  context.report(say.unknownOfEntity(spanOf(reference), { what: 'state', name, entity: title(workflow), ...remedy }))
  return undefined
}

function stateNames({ states }: WorkflowOutline): readonly Name[] {
  return states.map(({ word, label, span }) => ({ identifier: word, label, span }))
}

/** The identifier of a transition, whichever field's states it leads through. */
export function findTransition(context: LinkContext, entity: EntityOutline, reference: Reference): string | undefined {
  const identifier = transitionMeant(entity, reference)
  if (identifier === undefined)
    reportUnknown(context, 'transition', reference, entity.name.label, transitionNames(entity))
  return identifier
}

/** Finds a transition like `findTransition`, but reports nothing. */
export function transitionMeant(entity: EntityOutline, reference: Reference): string | undefined {
  return keyOf(entity.transitions, reference) ?? findName(reference, transitionNames(entity), 'field')
}

/** Lists the names of the transitions. Rows of one name are one transition, which is called as its first row is. */
export function transitionNames({ transitions }: EntityOutline): readonly Name[] {
  return [...transitions.values()].flatMap(([first]) => (first ? [first.name] : []))
}

export function timerNames({ workflows }: EntityOutline): readonly Name[] {
  return workflows.flatMap(({ declaration }) => declaration.timers.map((timer) => timer.name))
}

/** Lists the rows of transitions of all workflows of the entity. */
export function transitionRows({ workflows }: EntityOutline): readonly TransitionDeclaration[] {
  return workflows.flatMap(({ declaration }) => declaration.transitions)
}

/** Says that something, an entity mostly, has none of that name, and which one is nearest. */
export function reportUnknown(
  context: LinkContext,
  what: string,
  reference: Reference,
  of: string,
  names: readonly Name[],
  more?: string,
): void {
  const name = reference.value
  if (what === 'transition' && context.lost.transitions.has(identifierOf(name, 'field'))) return
  context.report(say.unknownOfEntity(spanOf(reference), { what, name, entity: of, ...suggest(name, names), more }))
}

/** Suggests what may have been meant: the nearest of the names, and all of them. */
export function suggest(
  name: string,
  names: readonly Name[],
): { readonly nearest: string | undefined; readonly known: readonly string[] } {
  const labels = names.map(({ label }) => label)
  return {
    nearest: nearest(
      name,
      names.flatMap(({ label, identifier }) => [label, identifier]),
    ),
    known: [...new Set(labels)],
  }
}
