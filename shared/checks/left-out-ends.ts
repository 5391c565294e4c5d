// Notes an end that opens a field again which each state before it closes, as the table leaves it out.
import { openAtTheEnd } from '../diagnostics/warnings-of-emptiness.ts'
import { findName } from '../model/link-context.ts'
import type { Entity, FieldBinding, Model, Workflow } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import { identifierOf } from '../text/identifier.ts'
import { wholeDomain } from '../expressions/value-domain.ts'
import { conditionsOfGrant, givenRoles, grantsOfRole } from './granted-roles.ts'
import { canHold } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkLeftOutEnds: SpecificationCheck = (model, { states, roles }) => {
  if (!isShown(states) || !isShown(roles)) return []
  const names = [...model.entities.values()].map((entity) => entity.name)
  return states.workflows.flatMap((declaration) => {
    const entity = model.entities.get(findName(declaration.entity, names, 'entity') ?? '')
    const workflow = entity?.workflows.get(declaration.field.identifier)
    if (!entity || !workflow || declaration.boundStates.length === 0) return []
    const named = new Set(declaration.boundStates.map(({ value }) => identifierOf(value, 'word')))
    const leftOut = workflow.ends.filter((word) => !named.has(word) && word !== workflow.starts)
    return [...closedFields(entity, workflow)].flatMap(([field, cells]) => {
      const open = leftOut.filter(
        (word) => isLedFromClosed(entity, workflow, word, cells) && mayChange(model, entity, { field, workflow, word }),
      )
      const [first] = cells.values()
      if (open.length === 0 || first === undefined) return []
      const label = (word: string): string => workflow.states.find((state) => state.word === word)?.label ?? word
      const name = entity.fields.get(field)?.name.label ?? field
      return [openAtTheEnd(first.where.span, { field: name, ends: open.map(label) }, { cause: open.join(' ') })]
    })
  })
}

/** The cells that close each field for all people in a state, by field and state. */
function closedFields(
  { bindings }: Entity,
  workflow: Workflow,
): ReadonlyMap<string, ReadonlyMap<string, FieldBinding>> {
  const found = new Map<string, Map<string, FieldBinding>>()
  for (const cell of bindings) {
    const { tree } = cell.where
    if (cell.says !== 'read only' || cell.who || tree.kind !== 'binary' || tree.operator !== '==') continue
    const { left, right } = tree
    if (left.kind !== 'field' || left.field !== workflow.field || right.kind !== 'literal') continue
    const cells = found.get(cell.field) ?? new Map<string, FieldBinding>()
    found.set(cell.field, cells.set(String(right.value), cell))
  }
  return found
}

/** Decides whether transitions lead to the state, and each of them from a state in which the field is closed. */
function isLedFromClosed(
  { transitions }: Entity,
  { field, states }: Workflow,
  word: string,
  closed: ReadonlyMap<string, FieldBinding>,
): boolean {
  const from = [...transitions.values()]
    .filter((transition) => transition.field === field)
    .flatMap(({ rows }) =>
      rows.flatMap((row): readonly string[] => {
        if (row.to === 'stay' || !row.to.includes(word)) return []
        if (typeof row.from !== 'string') return row.from
        return row.from === 'any' ? states.map((state) => state.word) : [row.from]
      }),
    )
    .filter((state) => state !== word)
  return from.length > 0 && from.every((state) => closed.has(state))
}

/** Decides whether somebody may change the field in that state. */
function mayChange(
  model: Model,
  { name }: Entity,
  { field, workflow, word }: { readonly field: string; readonly workflow: Workflow; readonly word: string },
): boolean {
  const start = new Map([[`this.${workflow.field}`, wholeDomain({ kind: 'choice', words: [word] }, false)]])
  return [...givenRoles(model), 'everyone'].some((role) =>
    grantsOfRole(model, name.identifier, 'update', role).some(
      (grant) => grant.fields.includes(field) && canHold(conditionsOfGrant(grant), start, model),
    ),
  )
}
