// Warns of an input of a step that has the name of a field and does not go into it.
import { inputNotKept } from '../diagnostics/4-states.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { readsOf } from '../expressions/reads.ts'
import { someNode } from '../expressions/walk.ts'
import { findName } from '../model/link-context.ts'
import type { Effect, Entity, Field, Model, Transition, TransitionInput, TransitionRow } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import type { WorkflowDeclaration } from '../points/4-states/declarations.ts'
import { identifierOf } from '../text/identifier.ts'
import { expressionsIn } from './expressions-in.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkUnkeptInputs: SpecificationCheck = (model, { states }) => {
  if (!isShown(states)) return []
  const names = [...model.entities.values()].map(({ name }) => name)
  return states.workflows.flatMap((declaration) => {
    const entity = model.entities.get(findName(declaration.entity, names, 'entity') ?? '')
    if (!entity) return []
    const own = [...entity.transitions.values()].filter(({ field }) => field === declaration.field.identifier)
    return own.flatMap((transition) => checkInputs(model, entity, transition, declaration))
  })
}

/** An input, and the rows that ask for it. */
interface AskedInput {
  readonly ask: TransitionInput
  readonly rows: readonly TransitionRow[]
}

function checkInputs(
  model: Model,
  entity: Entity,
  transition: Transition,
  declaration: WorkflowDeclaration,
): readonly Diagnostic[] {
  return inputsOf(transition).flatMap(({ ask, rows }) => {
    const { identifier, label, span } = ask.name
    const field = entity.fields.get(identifier)
    if (!field || field.computed !== undefined || field.workflow) return []
    const state = rows.map((row) => stateThatRefuses(field, row, declaration)).find((each) => each !== undefined)
    if (state === undefined && isRead(model, entity, transition, { ask, rows })) return []
    const about = { step: transition.name.label, input: label, name: identifier, state }
    return [inputNotKept(span, about)]
  })
}

/** Lists the inputs with the name of a place in the text: those below the heading of a step are asked for by each of its rows. */
function inputsOf({ rows }: Transition): readonly AskedInput[] {
  const asked = rows.flatMap((row) => row.asks.map((ask) => ({ ask, row })))
  return [...Map.groupBy(asked, ({ ask }) => ask.name.span.start).values()].flatMap((uses) =>
    uses.slice(0, 1).map(({ ask }) => ({ ask, rows: uses.map(({ row }) => row) })),
  )
}

/** Does a condition, an effect, another input, a rule of the step or a message say `input.…`? */
function isRead(model: Model, entity: Entity, transition: Transition, { ask, rows }: AskedInput): boolean {
  const name = ask.name.identifier
  const rules = entity.rules.filter((rule) => rule.transition === transition.name.identifier)
  const messages = [...model.errors.values()].map(({ messages: of }) => of.get(entity.name.identifier))
  const others = rows.map((row) => ({ ...row, asks: row.asks.filter((each) => each.name.identifier !== name) }))
  return expressionsIn([...others, ...rules, ...messages]).some(({ tree }) =>
    someNode(tree, (node) => node.kind === 'input' && node.name === name),
  )
}

/**
 * Finds a state to which the row leads that requires the field for everybody, where no effect sets it and the record may have
 * come with an empty one.
 */
function stateThatRefuses(
  { name: { identifier }, required }: Field,
  { from, to, when, then }: TransitionRow,
  { fieldStates }: WorkflowDeclaration,
): string | undefined {
  if (required === true || to === 'stay' || from === 'new record' || then.some((effect) => maySet(effect, identifier)))
    return
  if (when && readsOf(when.tree).own.includes(identifier)) return
  const requiring = fieldStates.filter(
    ({ field, says, role, if: condition }) =>
      says === 'required' && !role && !condition && identifierOf(field.value, 'field') === identifier,
  )
  const isRequiredIn = (state: string): boolean =>
    requiring.some((each) => identifierOf(each.state.value, 'word') === state)
  if (from !== 'any' && from.every(isRequiredIn)) return
  return requiring.find(({ state }) => to.includes(identifierOf(state.value, 'word')))?.state.value
}

/** A step that an effect does may be one of the same record. */
function maySet(effect: Effect, field: string): boolean {
  switch (effect.kind) {
    case 'set':
    case 'add':
      return effect.field === field
    case 'update':
      return effect.fields.some((each) => each.field === field)
    case 'do':
      return true
    case 'for each':
      return effect.effects.some((each) => maySet(each, field))
    case 'try':
      return [effect.effect, effect.otherwise].some((each) => maySet(each, field))
    default:
      return false
  }
}
