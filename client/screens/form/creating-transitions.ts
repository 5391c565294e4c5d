// Lists the ways to create a record that a form offers, and makes fields of what a step asks.
import { readsOf } from '#shared/expressions/reads.ts'
import { mapNode } from '#shared/expressions/walk.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import type { WayToCreate } from '#shared/decisions/ways-to-create.ts'
import type { Entity, Field, Transition, TransitionInput } from '#shared/model/model.ts'
import { targetInput } from '../record/target-input.ts'

export interface FormWays {
  /** The step that the main button does; absent: it creates plainly. */
  readonly main?: Transition
  /** Steps that stand beside it: those that ask nothing beyond the form's own fields. */
  readonly others: readonly Transition[]
}

/** The first way is that of the main button. What a state requires stands among the fields of the form. */
export function formWays(ways: readonly WayToCreate[], fields: readonly Field[]): FormWays {
  const [first, ...rest] = ways
  const names = new Set(fields.map((field) => field.name.identifier))
  const others = rest.flatMap(({ step }) =>
    step && rowsFromNew(step).every(({ asks }) => asks.every((ask) => names.has(ask.name.identifier))) ? [step] : [],
  )
  return { ...(first?.step ? { main: first.step } : {}), others }
}

/**
 * The entity of a form whose main button is a step: with what the step asks as fields. What rules and states say of the
 * record as the step leaves it, the server says.
 */
export function withAsked(entity: Entity, step: Transition | undefined): Entity {
  if (step === undefined) return entity
  const fields = new Map(entity.fields)
  for (const ask of askedOfNew(entity, step)) {
    const name = ask.name.identifier
    const own = entity.fields.get(name)
    // What a state requires is a field: the record gets it.
    fields.set(name, own ? { ...own, required: ask.required === true || own.required } : asField(entity, ask))
  }
  for (const [name, field] of fields)
    if (typeof field.required === 'object' && readsState(entity, field.required.tree))
      fields.set(name, { ...field, required: false })
  return { ...entity, fields, rules: [] }
}

function readsState({ workflows }: Entity, condition: Node): boolean {
  return readsOf(condition).own.some((field) => workflows.has(field))
}

/** Lists what the step asks beside these fields of the form; `joined` has it among its fields. */
export function askedBeside(joined: Entity, step: Transition | undefined, fields: readonly Field[]): readonly Field[] {
  const asked = step ? askedOfNew(joined, step) : []
  const shown = new Set(fields.map(({ name }) => name.identifier))
  return asked.flatMap(({ name: { identifier } }) =>
    shown.has(identifier) ? [] : (joined.fields.get(identifier) ?? []),
  )
}

function askedOfNew({ workflows }: Entity, step: Transition): readonly TransitionInput[] {
  const rows = rowsFromNew(step)
  const asks = [...rows.flatMap((row) => row.asks), ...targetInput(workflows.get(step.field)?.states ?? [], rows)]
  return [...new Map(asks.map((ask) => [ask.name.identifier, ask])).values()]
}

function rowsFromNew({ rows }: Transition): Transition['rows'] {
  return rows.filter(({ from }) => from === 'new record')
}

/** Makes a field of an input; in its conditions other inputs are fields of the record that is written. */
function asField({ name: { identifier: entity } }: Entity, ask: TransitionInput): Field {
  const asOwn = (tree: Node): Node =>
    mapNode(tree, (node) => {
      if (node.kind !== 'input') return node
      const { name: field, type, span } = node
      return {
        kind: 'field',
        record: { kind: 'this', type: { kind: 'record', entity }, span },
        entity,
        field,
        type,
        span,
      }
    })
  const joined = (expression: Expression): Expression => ({ ...expression, tree: asOwn(expression.tree) })
  const { name, type, valueType, required, limits, default: given, chooseFrom, otherwise, meaning = '', cite } = ask
  return {
    name,
    type,
    valueType,
    meaning,
    cite,
    workflow: false,
    standard: false,
    limits: { indexed: false, searchable: false, writeOnce: false, hidden: false, ...limits },
    required: typeof required === 'object' ? joined(required) : required,
    ...(given
      ? { default: given.kind === 'literal' ? given : { ...given, expression: joined(given.expression) } }
      : {}),
    ...(chooseFrom ? { chooseFrom: joined(chooseFrom) } : {}),
    ...(otherwise ? { otherwise } : {}),
  }
}
