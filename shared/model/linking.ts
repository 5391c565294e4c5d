// What the parts of linking share: the declarations, the names found so far, and where to say what is the matter.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/model.ts'
import type { Expression } from '../expressions/node.ts'
import type { Environment, Schema } from '../expressions/schema.ts'
import type { Type } from '../expressions/type.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { Declarations, Reference } from '../points/declarations.ts'
import type { TransitionDeclaration } from '../points/4-states-declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import { identifierOf, readName } from '../text/name.ts'
import { nearest } from '../text/nearest.ts'
import type { Span } from '../text/span.ts'
import type { Meanings } from './meanings.ts'
import type { Citation, Name, Unknown } from './model.ts'
import type { EntityOutline, Outline, WorkflowOutline } from './outline.ts'
import type { RoleConditions } from './6-role-conditions.ts'
import type { Shapes } from './7-shapes.ts'

export interface Linking {
  readonly declarations: Declarations
  readonly outline: Outline
  readonly schema: Schema
  readonly unknowns: Unknown[]
  report(diagnostic: Diagnostic): void
  cite(point: number, span: Span): Citation
  /** Checks an expression of the document; undefined after it was said why it can't be one. */
  expression(source: Fragment, environment: Environment, expected?: Type): Expression | undefined
  /** The same, saying nothing. */
  expressionInSilence(source: Fragment, environment: Environment, expected?: Type): Expression | undefined
  /** What an expression needs of point 9 that is not shown there. */
  unknownIn(source: Fragment): string | undefined
  readonly meanings: Meanings
  readonly roleConditions: RoleConditions
  readonly shapes: Shapes
}

// Names ----------------------------------------------------------------------------------------------

/** The identifier that a reference names among these, written in any way that people write it. */
export function findName(
  reference: Reference,
  names: Iterable<Name>,
  kind: 'entity' | 'field' | 'word',
): string | undefined {
  const read = readName(reference, kind)
  const label = read.label
  const wanted = 'problem' in read ? identifierOf(label, kind) : read.identifier
  const known = [...names]
  const lower = label.toLowerCase()
  const found =
    known.find((name) => name.identifier === wanted || name.identifier === label) ??
    known.find((name) => name.label.toLowerCase() === lower || name.identifier.toLowerCase() === wanted.toLowerCase())
  return found?.identifier
}

export function findEntity(linking: Linking, reference: Reference): EntityOutline | undefined {
  const names = [...linking.outline.entities.values()].map((entity) => entity.name)
  const identifier = findName(reference, names, 'entity')
  if (identifier !== undefined) return linking.outline.entities.get(identifier)
  const name = reference.value
  if (!linking.outline.entitiesShown) linking.report(say.entitiesNotShown(spanOf(reference), { name }))
  else linking.report(say.unknownName(spanOf(reference), { what: 'entity', name, ...suggest(name, names) }))
  return undefined
}

/** The identifier of a field (own, computed or standard) of an entity. */
export function findField(linking: Linking, entity: EntityOutline, reference: Reference): string | undefined {
  const key = keyOf(entity.fields, reference)
  if (key !== undefined) return key
  const names = [...entity.fields.values()].map((field) => field.name)
  const identifier = findName(reference, names, 'field')
  if (identifier === undefined && findName(reference, fieldsNotShown(entity), 'field') !== undefined)
    linking.report(say.dependsOnUnknown(spanOf(reference), { unknown: reference.value }))
  else if (identifier === undefined) reportUnknown(linking, 'field', reference, entity.name.label, names)
  return identifier
}

/** What is called as it is written, or as follows from that, is found without a look at all names. */
function keyOf(things: ReadonlyMap<string, unknown>, { value }: Reference): string | undefined {
  return [value, identifierOf(value, 'field')].find((key) => things.has(key))
}

/** Of whose type, or value, it is not shown what it is: nothing is built from them, nor from what needs them. */
export function fieldsNotShown({ declaration }: EntityOutline): readonly Name[] {
  return (declaration?.fields ?? []).filter(({ type }) => 'notShown' in type).map(({ name }) => name)
}

/** Fields by references; those that do not exist have been reported and are left out. */
export function findFields(
  linking: Linking,
  entity: EntityOutline,
  references: readonly Reference[],
): readonly string[] {
  return references.flatMap((reference) => findField(linking, entity, reference) ?? [])
}

/** A path of relations to a field: `requester.team`. A timer (`timers.answer.due_at`) is none that this version can show. */
export function findPath(linking: Linking, entity: EntityOutline, reference: Reference): string | undefined {
  if (/(?:^|\.)timers\./.test(reference.value)) {
    // Whether there is such a timer is told as in any expression.
    linking.expression(reference, { record: entity.name.identifier })
    return undefined
  }
  const path: string[] = []
  let at: EntityOutline | undefined = entity
  let from = 0
  for (const part of reference.value.split('.')) {
    if (!at) {
      linking.report(say.notRecord(spanOf(reference), { expected: `a relation before ".${part}"` }))
      return undefined
    }
    const piece: Fragment = { value: part.trim(), start: reference.start + from, gaps: [] }
    from += part.length + 1
    const field = findField(linking, at, reference.value.includes('.') ? piece : reference)
    if (field === undefined) return undefined
    path.push(field)
    const type: FieldType | undefined = at.fields.get(field)?.type
    at = type?.kind === 'relation' ? linking.outline.entities.get(type.entity) : undefined
  }
  return path.join('.')
}

/** `words` are those that may stand in place of a role. */
export function findRole(linking: Linking, reference: Reference, words: readonly string[] = []): string | undefined {
  const names = [...linking.outline.roles.values()].map((role) => role.name)
  const identifier = findName(reference, names, 'entity')
  if (identifier !== undefined) return identifier
  const { value } = reference
  // `requester == me`
  if (/[=<>(]/.test(value)) {
    linking.report(say.conditionInWords(spanOf(reference), { condition: value }))
    return undefined
  }
  const known = [...names.map((name) => name.label), ...words]
  const everyone = words.includes('everyone') && /^(?:every\s?body|all)$/i.test(value) ? 'everyone' : undefined
  const meant = everyone ?? suggest(value, names).nearest ?? nearest(value, known)
  linking.report(say.unknownName(spanOf(reference), { what: 'role', name: value, nearest: meant, known }))
  return undefined
}

export function findState(
  linking: Linking,
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
  linking.report(say.unknownOfEntity(spanOf(reference), { what: 'state', name, entity: title(workflow), ...remedy }))
  return undefined
}

function stateNames({ states }: WorkflowOutline): readonly Name[] {
  return states.map(({ word, label, span }) => ({ identifier: word, label, span }))
}

/** The identifier of a transition, whichever field's states it leads through. */
export function findTransition(linking: Linking, entity: EntityOutline, reference: Reference): string | undefined {
  const identifier = transitionMeant(entity, reference)
  if (identifier === undefined)
    reportUnknown(linking, 'transition', reference, entity.name.label, transitionNames(entity))
  return identifier
}

/** The same, saying nothing. */
export function transitionMeant(entity: EntityOutline, reference: Reference): string | undefined {
  return keyOf(entity.transitions, reference) ?? findName(reference, transitionNames(entity), 'field')
}

/** As the first row of each is called: rows of one name are one transition. */
export function transitionNames({ transitions }: EntityOutline): readonly Name[] {
  return [...transitions.values()].flatMap(([first]) => (first ? [first.name] : []))
}

export function timerNames({ workflows }: EntityOutline): readonly Name[] {
  return workflows.flatMap(({ declaration }) => declaration.timers.map((timer) => timer.name))
}

/** Of all its workflows. */
export function transitionRows({ workflows }: EntityOutline): readonly TransitionDeclaration[] {
  return workflows.flatMap(({ declaration }) => declaration.transitions)
}

/** Says that something, an entity mostly, has none of that name, and which one is nearest. */
export function reportUnknown(
  linking: Linking,
  what: string,
  reference: Reference,
  of: string,
  names: readonly Name[],
): void {
  const name = reference.value
  linking.report(say.unknownOfEntity(spanOf(reference), { what, name, entity: of, ...suggest(name, names) }))
}

/** What may have been meant: the nearest of the names, and all of them. */
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
