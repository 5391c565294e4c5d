// The tables of point 4 that bind fields to states: what is hidden, read only and required where, and for whom.
import { notAField } from '../diagnostics/model.ts'
import type { BinaryOperator, Expression, Node } from '../expressions/node.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import type { WorkflowDeclaration } from '../points/4-states-declarations.ts'
import { whyClosed } from './4-field-settings.ts'
import { linkWho } from './6-who.ts'
import type { Linking } from './linking.ts'
import { findField, findState } from './linking.ts'
import type { FieldBinding, Who } from './model.ts'
import type { EntityOutline, WorkflowOutline } from './outline.ts'

type Declared = WorkflowDeclaration['fieldStates'][number]

/** Each cell by the states of its own table: what one of several tables hides is hidden. */
export function linkBindings(linking: Linking, entity: EntityOutline): readonly FieldBinding[] {
  for (const workflow of entity.workflows)
    for (const state of workflow.declaration.boundStates) findState(linking, entity, workflow, state)
  return cellsOf(entity).flatMap(({ workflow, declared }) => {
    const { says, span } = declared
    if (says !== 'hidden' && says !== 'read only') return []
    const field = findField(linking, entity, declared.field)
    const where = linkWhere(linking, entity, workflow, declared)
    if (field === undefined || !where) return []
    const who = linkRole(linking, entity, declared)
    return [{ field, says, where, ...(who ? { who } : {}), cite: linking.cite(4, span) }]
  })
}

/** Conditions under which the tables of point 4 require a field: in a state, of some people, under the row's condition; by field. */
export function linkRequirements(linking: Linking, entity: EntityOutline): ReadonlyMap<string, readonly Expression[]> {
  const found = new Map<string, Expression[]>()
  for (const { workflow, declared } of cellsOf(entity)) {
    if (declared.says !== 'required' && declared.says !== 'asked') continue
    const field = findField(linking, entity, declared.field)
    const outline = entity.fields.get(field ?? '')
    const why = outline && whyClosed(outline)
    if (outline && why !== undefined) {
      linking.report(notAField(declared.span, { name: outline.name.label, entity: entity.name.label, why }))
      continue
    }
    const where = linkWhere(linking, entity, workflow, declared)
    const who = linkRole(linking, entity, declared)
    // A role that nobody can have here, or that there is not, requires nothing of anybody.
    if (field === undefined || !where || who?.length === 0) continue
    const isOne = who?.map((each) => isActing(each, where.tree)).reduce((left, right) => both('or', left, right))
    const tree = isOne ? both('and', where.tree, isOne) : where.tree
    found.set(field, [...(found.get(field) ?? []), { ...where, tree }])
  }
  return found
}

function cellsOf({ workflows }: EntityOutline): readonly {
  readonly workflow: WorkflowOutline
  readonly declared: Declared
}[] {
  return workflows.flatMap((workflow) => workflow.declaration.fieldStates.map((declared) => ({ workflow, declared })))
}

/** In that state, and where the row's own condition is met. */
function linkWhere(
  linking: Linking,
  entity: EntityOutline,
  workflow: WorkflowOutline,
  { state, if: condition, span }: Declared,
): Expression | undefined {
  const word = findState(linking, entity, workflow, state)
  const field = entity.fields.get(workflow.field)
  const narrower = condition && linking.expression(condition, { record: entity.name.identifier }, BOOLEAN)
  if (word === undefined || !field || (condition && !narrower)) return undefined
  const { identifier } = entity.name
  const record: Node = { kind: 'this', type: { kind: 'record', entity: identifier }, span }
  const { valueType: type, name } = field
  const left: Node = { kind: 'field', record, entity: identifier, field: name.identifier, type, span }
  const inState = both('==', left, { kind: 'literal', value: word, type, span })
  const text = `${name.identifier} == ${JSON.stringify(word)}`
  return narrower
    ? { tree: both('and', inState, narrower.tree), text: `${text} and ${narrower.text}`, span }
    : { tree: inState, text, span }
}

function linkRole(linking: Linking, entity: EntityOutline, { role }: Declared): readonly Who[] | undefined {
  return role && linkWho(linking, { kind: 'role', role }, entity, { record: entity.name.identifier })
}

function isActing(who: Who, { span }: Node): Node {
  if (who.kind === 'condition') return who.condition.tree
  const person: Node = { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
  return { kind: 'is', person, roles: who.kind === 'role' ? who.roles : [], type: BOOLEAN, span }
}

function both(operator: BinaryOperator, left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, span: left.span }
}
