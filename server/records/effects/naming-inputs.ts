// Names the inputs of a call or a transition in refusals, in place of the fields that took them.
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Expression, Node } from '#shared/expressions/node.ts'
import type { CallInput } from '#shared/model/7-calls/types.ts'
import { someNode } from '#shared/expressions/walk.ts'
import type { Effect, TransitionInput } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { Refused } from '../../policy/refused.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { WarningToConfirm } from '../messages/unconfirmed-warnings.ts'
import { changeRefusals } from '../messages/unconfirmed-warnings.ts'

/** Gives the input that an expression is; undefined: the value was worked out, or came from elsewhere. */
export type InputFinder = (node: Node) => NamedInput | undefined

interface NamedInput {
  /** The place at which it was sent. */
  readonly written: string
  /** Label of the input where its place does not say it. */
  readonly label?: string
  /** Does the refused value come from the input without being it? Then the field keeps its name in the words. */
  readonly isPart?: boolean
}

/** A field of the record that a step writes, or an input of what it does, and its value. */
interface GivenField {
  readonly field: string
  readonly value: Expression
}

/** Finds the inputs of a call among its expressions. */
export function inputFinder(takes: readonly CallInput[]): InputFinder {
  return (node) => (node.kind === 'input' ? takes.find(({ name }) => name === node.name) : undefined)
}

/** Finds the inputs of a transition: also where a value is worked out from one of them and no other. */
export function transitionInputFinder(asks: readonly TransitionInput[]): InputFinder {
  return (node) => {
    const read = new Set<string>()
    someNode(node, (each) => {
      if (each.kind === 'input') read.add(each.name)
      return false
    })
    const [only, ...others] = read
    const ask = others.length > 0 ? undefined : asks.find(({ name }) => name.identifier === only)
    return ask && { written: ask.name.identifier, label: ask.name.label, isPart: node.kind !== 'input' }
  }
}

/** Fields that a step writes, with their entity; absent for the record at hand and for accounts. */
interface GivenFields {
  readonly entity?: string | undefined
  readonly given: readonly GivenField[]
}

/**
 * Names the inputs in what `act` refuses, or warns of. Refusals by another entity, which follow from the step, keep its
 * names.
 */
export function namingInputs<T>(
  inputOf: InputFinder | undefined,
  { entity, given }: GivenFields,
  act: () => Promise<T>,
  unconfirmed: WarningToConfirm[] = [],
): Promise<T> {
  if (inputOf === undefined) return act()
  return changeRefusals(unconfirmed, (error) => nameInputs(error, inputOf, { entity, given }), act)
}

function nameInputs(error: Refused, inputOf: InputFinder, { entity, given }: GivenFields): Refused {
  const { refusal, details } = error
  if (entity !== undefined && (refusal.entity ?? entity) !== entity) return error
  const errors = refusal.errors.map((each) => errorOfInput(each, given, inputOf))
  return new Refused({ ...refusal, errors }, details)
}

/** Keeps the inputs of an effect for what refuses its heads and lines only at the end of the command. */
export function keepInputs(
  { linesAndHeads, namedAtEnd }: Pick<CommandContext, 'linesAndHeads' | 'namedAtEnd'>,
  inputOf: InputFinder,
  fields: GivenFields,
  from: number,
): void {
  if (!fields.given.some(({ value }) => inputOf(value.tree) !== undefined)) return
  for (const { id, entity, before, after } of linesAndHeads.slice(from)) {
    const heads = entity.partOf === undefined ? [] : [before?.[entity.partOf], after?.[entity.partOf]]
    for (const each of new Set([id, ...heads])) {
      if (typeof each !== 'string') continue
      const earlier = namedAtEnd.get(each)
      namedAtEnd.set(each, (error) => nameInputs(earlier?.(error) ?? error, inputOf, fields))
    }
  }
}

function errorOfInput(error: FieldError, given: readonly GivenField[], inputOf: InputFinder): FieldError {
  const { field, values } = error
  // Lines and entries of lists have their place behind the name of the field.
  const taken = given.find(
    (each) => field === each.field || (/^[.[]/.test(field.slice(each.field.length)) && field.startsWith(each.field)),
  )
  const input = taken && inputOf(taken.value.tree)
  if (taken === undefined || input === undefined) return error
  const label = labelFor(input.label ?? input.written.split('.').at(-1) ?? input.written)
  const named =
    field === taken.field && input.isPart !== true && values['field'] !== undefined
      ? { ...values, field: label }
      : values
  return { ...error, field: input.written + field.slice(taken.field.length), values: named }
}

/** Lists what an effect gives to the fields of a record or an account, or to the inputs of a transition. */
export function givenBy(effect: Effect): GivenFields {
  switch (effect.kind) {
    case 'set':
      return { given: [effect] }
    case 'add':
    case 'remove':
      return { entity: effect.of?.entity, given: [{ field: effect.field, value: effect.items }] }
    case 'create':
    case 'update':
      return { entity: effect.entity, given: [...effect.fields, ...(effect.lines ?? [])] }
    case 'do':
      return { entity: effect.entity, given: effect.input.map(({ name, value }) => ({ field: name, value })) }
    case 'sign up':
      return { given: [...account('email', effect.email, effect.password), ...effect.fields] }
    case 'sign in':
      return { given: account('email', effect.email, effect.password) }
    case 'change password':
      return { given: account('current', effect.current, effect.password) }
    default:
      return { given: [] }
  }
}

function account(field: string, value: Expression, password: Expression): readonly GivenField[] {
  return [
    { field, value },
    { field: 'password', value: password },
  ]
}
