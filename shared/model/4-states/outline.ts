// Outlines point 4: state fields and their states.
import { wordsOf } from '../../fields/choice.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as sayStates from '../../diagnostics/4-states.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Choice, FieldType } from '../../fields/field-type.ts'
import { familyOf, fieldType } from '../../fields/registry.ts'
import type { Declarations, Reference } from '../../points/declarations.ts'
import type { WorkflowDeclaration } from '../../points/4-states/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf, readIdentifierName } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { findName, suggest, timerNames, transitionNames } from '../link-context.ts'
import type { Name } from '../model.ts'
import type { EntityOutline, FieldOutline, WorkflowOutline } from '../outline.ts'

export function outlineStates(
  declarations: Declarations,
  entities: ReadonlyMap<string, EntityOutline>,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (!isShown(declarations.states)) return
  const names = [...entities.values()].map((entity) => entity.name)
  const find = (reference: Reference): EntityOutline | undefined => {
    const entity = entities.get(findName(reference, names, 'entity') ?? '')
    const name = reference.value
    if (!entity) report(say.unknownName(spanOf(reference), { what: 'entity', name, ...suggest(name, names) }))
    return entity
  }
  for (const { entity } of declarations.states.events) find(entity)
  for (const workflow of declarations.states.workflows) {
    const entity = find(workflow.entity)
    if (entity) outlineWorkflow(entity, workflow, report)
  }
}

function outlineWorkflow(
  entity: EntityOutline,
  declaration: WorkflowDeclaration,
  report: (diagnostic: Diagnostic) => void,
): void {
  const { identifier } = declaration.field
  const free = <T extends { readonly name: Name }>(what: string, things: readonly T[], others: readonly Name[]) =>
    keepFree(things, others, (name, related) =>
      report(say.doubledName(name.span, { what: `${what} of ${entity.name.label}`, name: name.label }, { related })),
    )
  const stateFields = entity.workflows.map((other) => other.declaration.field)
  if (free('state fields', [{ name: declaration.field }], stateFields).length === 0) return
  const field = entity.fields.get(identifier)
  if (field && familyOf(field.type) !== 'word') {
    report(say.stateFieldType(declaration.field.span, { field: `${entity.name.label}.${identifier}` }))
    return
  }
  const states = field
    ? statesOfField(wordsOf(field.type), declaration, report)
    : declaration.states.length > 0
      ? statesOfTable(declaration)
      : statesNamed(declaration)
  if (states.length === 0) {
    report(say.noStates(declaration.field.span, { field: `${entity.name.label}.${declaration.field.label}` }))
    return
  }
  if (!field) reportResembling(entity, declaration, report)
  setStateField(entity, declaration, field, states)
  // The address of a transition names no field, and must mean one of them: "POST /api/orders/:id/pay".
  const transitions = free('transitions', declaration.transitions, transitionNames(entity))
  const timers = free('timers', declaration.timers, timerNames(entity))
  entity.workflows.push({ field: identifier, states, declaration: { ...declaration, transitions, timers } })
  for (const [name, rows] of Map.groupBy(transitions, (row) => row.name.identifier)) entity.transitions.set(name, rows)
}

/** Those whose names the others have not; of several by one name that they have, it is said of the first. */
function keepFree<T extends { readonly name: Name }>(
  things: readonly T[],
  others: readonly Name[],
  report: (name: Name, related: Diagnostic['related']) => void,
): readonly T[] {
  const reported = new Set<string>()
  const taken = Map.groupBy(others, ({ identifier }) => identifier)
  return things.filter(({ name }) => {
    const [first] = taken.get(name.identifier) ?? []
    if (first && !reported.has(name.identifier))
      report(name, [{ message: 'The first one stands here.', span: first.span }])
    reported.add(name.identifier)
    return first === undefined
  })
}

/** Point 3 lists no such field, and one of nearly its name that has words: the heading may mean that one. */
function reportResembling(
  entity: EntityOutline,
  { field }: WorkflowDeclaration,
  report: (diagnostic: Diagnostic) => void,
): void {
  const fields = [...entity.fields.values()].filter(({ type, workflow }) => familyOf(type) === 'word' && !workflow)
  const meant = nearest(
    field.label,
    fields.map(({ name }) => name.label),
  )
  if (meant !== undefined)
    report(sayStates.resemblesField(field.span, { field: field.label, entity: entity.name.label, nearest: meant }))
}

/** Without a table the states are those that `starts`, `from` and `to` name, in that order, and then the ends. */
function statesNamed(declaration: WorkflowDeclaration): WorkflowOutline['states'] {
  const states = new Map<string, WorkflowOutline['states'][number]>()
  for (const reference of namesOfStates(declaration)) {
    const name = readIdentifierName(reference, 'word')
    if ('problem' in name || states.has(name.identifier)) continue
    states.set(name.identifier, { word: name.identifier, label: name.label, meaning: '', span: name.span })
  }
  const ends = new Set(declaration.ends.map((each) => identifierOf(each.value, 'word')))
  const starts = declaration.starts && identifierOf(declaration.starts.value, 'word')
  // What lies between is listed before the ends: boards, sorting and what waits for people follow the order.
  const isLast = ({ word }: { readonly word: string }): boolean => ends.has(word) && word !== starts
  const listed = [...states.values()]
  return [...listed.filter((state) => !isLast(state)), ...listed.filter(isLast)]
}

/** Every mention of a state outside a table of states. */
export function namesOfStates({ starts, ends, transitions }: WorkflowDeclaration): readonly Reference[] {
  const [from, to] = (['from', 'to'] as const).map((column) =>
    transitions.flatMap((row) => (typeof row[column] === 'string' ? [] : row[column])),
  )
  return [...(starts ? [starts] : []), ...ends, ...(from ?? []), ...(to ?? [])]
}

function statesOfTable(declaration: WorkflowDeclaration): WorkflowOutline['states'] {
  return declaration.states.map(({ state, meaning, span }) => ({
    word: state.identifier,
    label: state.label,
    meaning,
    span,
  }))
}

/** The words of the field in their order, with what the table says of them; a state that is no word of the field is wrong. */
function statesOfField(
  words: readonly Choice[],
  declaration: WorkflowDeclaration,
  report: (diagnostic: Diagnostic) => void,
): WorkflowOutline['states'] {
  for (const { state } of declaration.states) {
    if (words.some((word) => word.word === state.identifier)) continue
    const names = words.map(({ word, label, span }) => ({ identifier: word, label, span }))
    report(
      say.unknownOfEntity(state.span, {
        what: 'state',
        name: state.label,
        entity: declaration.field.label,
        ...suggest(state.label, names),
      }),
    )
  }
  return words.map(({ word, label, span }) => {
    const row = declaration.states.find((each) => each.state.identifier === word)
    return { word, label: row?.state.label ?? label, meaning: row?.meaning ?? '', span: row?.span ?? span }
  })
}

/** Own fields stay before the standard ones. */
function setStateField(
  entity: EntityOutline,
  declaration: WorkflowDeclaration,
  field: FieldOutline | undefined,
  states: WorkflowOutline['states'],
): void {
  const { identifier } = declaration.field
  if (field) {
    entity.fields.set(identifier, { ...field, workflow: true })
    return
  }
  const type: FieldType = { kind: 'one of', words: states.map(({ word, label, span }) => ({ word, label, span })) }
  const name = declaration.field
  const made: FieldOutline = {
    name,
    type,
    valueType: fieldType('one of').valueType(type),
    computed: false,
    standard: false,
    workflow: true,
    span: declaration.span,
  }
  const fields = [...entity.fields]
  const firstStandard = fields.findIndex(([, each]) => each.standard)
  fields.splice(firstStandard, 0, [identifier, made])
  entity.fields.clear()
  for (const [key, value] of fields) entity.fields.set(key, value)
}
