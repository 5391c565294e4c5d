// Links the fields that point 4 hides, closes or requires in a state.
import { linesOnlyClosed } from '../../diagnostics/4-states.ts'
import { notAField } from '../../diagnostics/linking.ts'
import type { BinaryOperator, Expression, Node } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import { mapNode } from '../../expressions/walk.ts'
import type { WorkflowDeclaration } from '../../points/4-states/declarations.ts'
import { partMeant } from '../7-calls/link-lines.ts'
import { refusalOfWriting } from './link-field-settings.ts'
import { linkGrantees } from '../6-roles/link-grantee.ts'
import type { LinkContext } from '../link-context.ts'
import { findField, findState } from '../link-context.ts'
import type { FieldRequirement } from '../3-entities/types.ts'
import type { FieldBinding, Grantee } from '../model.ts'
import type { EntityOutline, WorkflowOutline } from '../outline.ts'

type FieldStateCell = WorkflowDeclaration['fieldStates'][number]

/** Each cell by the states of its own table: what one of several tables hides is hidden. */
export function linkFieldBindings(context: LinkContext, entity: EntityOutline): readonly FieldBinding[] {
  for (const workflow of entity.workflows)
    for (const state of workflow.declaration.boundStates) findState(context, entity, workflow, state)
  const own = cellsOf(entity).flatMap(({ workflow, declared }): readonly FieldBinding[] => {
    const { says, span } = declared
    if ((says !== 'hidden' && says !== 'read only') || namesLines(context, entity, declared)) return []
    const field = findField(context, entity, declared.field)
    const where = linkWhere(context, entity, workflow, declared)
    if (field === undefined || !where) return []
    const who = linkRole(context, entity, declared)
    return [{ field, says, where, ...(who ? { who } : {}), cite: context.cite(4, span) }]
  })
  return [...own, ...[...context.outline.entities.values()].flatMap((head) => linesClosedBy(context, head, entity))]
}

/** A row for the lines of a head says when they are closed; what it says else is reported with the requirements. */
function namesLines(context: LinkContext, entity: EntityOutline, { field }: FieldStateCell): boolean {
  return partMeant(entity, field, context) !== undefined
}

/** Links the rows of a head's tables that close its lines, as conditions on a line. */
function linesClosedBy(context: LinkContext, head: EntityOutline, line: EntityOutline): readonly FieldBinding[] {
  const { identifier } = line.name
  return cellsOf(head).flatMap(({ workflow, declared }): readonly FieldBinding[] => {
    const part = declared.says === 'read only' ? partMeant(head, declared.field, context) : undefined
    const reverse = head.reverses.get(part ?? '')
    if (reverse?.entity !== identifier) return []
    const where = linkWhere(context, head, workflow, declared)
    const who = linkRole(context, head, declared)
    if (!where) return []
    const ofLine = (expression: Expression): Expression => {
      const tree = mapNode(expression.tree, (node) =>
        node.kind === 'this' && node.type.kind === 'record' && node.type.entity === head.name.identifier
          ? headOf(node, identifier, reverse.field)
          : node,
      )
      return { ...expression, tree }
    }
    const grantees = who?.map((each) =>
      each.kind === 'condition' ? { ...each, condition: ofLine(each.condition) } : each,
    )
    const cite = context.cite(4, declared.span)
    return [
      { field: reverse.field, says: 'closed', where: ofLine(where), ...(grantees ? { who: grantees } : {}), cite },
    ]
  })
}

function headOf({ type, span }: Node, line: string, field: string): Node {
  const record: Node = { kind: 'this', type: { kind: 'record', entity: line }, span }
  return { kind: 'field', record, entity: line, field, type, span }
}

/** Conditions under which the tables of point 4 require a field: in a state, of some people, under the row's condition; by field. */
export function linkRequirements(
  context: LinkContext,
  entity: EntityOutline,
): ReadonlyMap<string, readonly FieldRequirement[]> {
  const found = new Map<string, FieldRequirement[]>()
  for (const { workflow, declared } of cellsOf(entity)) {
    const lines = declared.says === 'read only' ? undefined : partMeant(entity, declared.field, context)
    if (lines !== undefined) {
      context.report(linesOnlyClosed(declared.span, { lines, entity: entity.name.label, says: declared.says }))
      continue
    }
    if (declared.says !== 'required' && declared.says !== 'asked') continue
    const field = findField(context, entity, declared.field)
    const outline = entity.fields.get(field ?? '')
    const why = outline && refusalOfWriting(outline)
    if (outline && why !== undefined) {
      context.report(notAField(declared.span, { name: outline.name.label, entity: entity.name.label, why }))
      continue
    }
    const where = linkWhere(context, entity, workflow, declared)
    const who = linkRole(context, entity, declared)
    // A role that nobody can have here, or that there is not, requires nothing of anybody.
    if (field === undefined || !where || who?.length === 0) continue
    const isOne = who?.map((each) => isActing(each, where.tree)).reduce((left, right) => both('or', left, right))
    const tree = isOne ? both('and', where.tree, isOne) : where.tree
    found.set(field, [...(found.get(field) ?? []), { when: { ...where, tree }, cite: context.cite(4, declared.span) }])
  }
  return found
}

function cellsOf({ workflows }: EntityOutline): readonly {
  readonly workflow: WorkflowOutline
  readonly declared: FieldStateCell
}[] {
  return workflows.flatMap((workflow) => workflow.declaration.fieldStates.map((declared) => ({ workflow, declared })))
}

/** Links the condition that the record is in the state and that the row's own condition is met. */
function linkWhere(
  context: LinkContext,
  entity: EntityOutline,
  workflow: WorkflowOutline,
  { state, if: condition, span }: FieldStateCell,
): Expression | undefined {
  const word = findState(context, entity, workflow, state)
  const field = entity.fields.get(workflow.field)
  const narrower = condition && context.expression(condition, { record: entity.name.identifier }, BOOLEAN)
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

function linkRole(
  context: LinkContext,
  entity: EntityOutline,
  { role }: FieldStateCell,
): readonly Grantee[] | undefined {
  return role && linkGrantees(context, { kind: 'role', role }, entity, { record: entity.name.identifier })
}

function isActing(who: Grantee, { span }: Node): Node {
  if (who.kind === 'condition') return who.condition.tree
  const person: Node = { kind: 'me', type: { kind: 'record', entity: 'Person' }, span }
  return { kind: 'is', person, roles: who.kind === 'role' ? who.roles : [], type: BOOLEAN, span }
}

function both(operator: BinaryOperator, left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, span: left.span }
}
