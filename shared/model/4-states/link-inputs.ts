// Links what a transition asks for: types, limits, defaults and the records that may be chosen.
import * as sayStates from '../../diagnostics/4-states.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Node } from '../../expressions/node.ts'
import { BOOLEAN } from '../../expressions/type-rules.ts'
import type { Type } from '../../expressions/type.ts'
import { isMany } from '../../fields/coerce-value.ts'
import { fieldType } from '../../fields/registry.ts'
import { hasBounds } from '../../fields/value-limits.ts'
import type { InputDeclaration } from '../../points/4-states/declarations.ts'
import { linkChoice, linkChoiceWords } from '../3-entities/link-choice.ts'
import { linkDefault, linkLimits } from '../3-entities/link-field.ts'
import { linkType } from '../3-entities/outline.ts'
import type { LinkContext } from '../link-context.ts'
import { findEntity } from '../link-context.ts'
import type { TransitionInput } from '../model.ts'
import type { EntityOutline } from '../outline.ts'

/** `more`: what is given beside, and can be read in conditions on the inputs. */
export function linkInputs(
  context: LinkContext,
  entity: EntityOutline,
  asks: readonly InputDeclaration[],
  more: { readonly [name: string]: Type },
): readonly TransitionInput[] {
  const typed = asks.flatMap((ask) => {
    const type = linkType(ask.type, entity, (reference) => findEntity(context, reference)?.name.identifier)
    return type ? [{ ask, type, valueType: fieldType(type.kind).valueType(type) }] : []
  })
  const own = Object.fromEntries(typed.map(({ ask, valueType }) => [ask.name.identifier, valueType]))
  const input = { ...more, ...own }
  return typed.map((each) => linkInput(context, entity, each, input))
}

/** `input.to`: which of them the person chose. Empty where there is nothing to choose. */
export function targetTypes(to: 'stay' | readonly string[]): { readonly [name: string]: Type } {
  return to !== 'stay' && to.length > 1 ? { to: { kind: 'choice', words: to } } : {}
}

type TypedInput = Pick<TransitionInput, 'type' | 'valueType'> & { readonly ask: InputDeclaration }

function linkInput(
  context: LinkContext,
  entity: EntityOutline,
  { ask, type, valueType }: TypedInput,
  input: { readonly [name: string]: Type },
): TransitionInput {
  const { name, span, meaning } = ask
  const field = { name, type, valueType }
  checkLimits(context, ask, type)
  const limits = ask.limits && linkLimits(context, entity, field, { limits: ask.limits })
  const given =
    ask.default && linkDefault(context, { record: entity.name.identifier }, field, ask.default, limits ?? {})
  const self = (of: Type): Node => ({ kind: 'input', name: name.identifier, type: of, span: name.span })
  const environment = { record: entity.name.identifier, input }
  const chooseFrom = ask.chooseFrom && linkChoice(context, field, environment, self, ask.chooseFrom)
  const required =
    typeof ask.required === 'object' ? context.expression(ask.required.condition, environment, BOOLEAN) : ask.required
  return {
    ...field,
    // What can't be read has been said.
    required: required ?? false,
    ...(limits ? { limits } : {}),
    ...(given ? { default: given } : {}),
    ...(chooseFrom ? { chooseFrom } : {}),
    ...linkChoiceWords(context, ask, field, environment),
    ...(meaning === undefined ? {} : { meaning }),
    cite: context.cite(4, span),
  }
}

/** Some limit what is stored, and so say nothing here; others do not fit the type. */
function checkLimits(context: LinkContext, { limits }: InputDeclaration, type: TransitionInput['type']): void {
  if (!limits) return
  const { unique, indexed, searchable, writeOnce, hidden, span } = limits
  const stored = { unique: unique !== undefined, indexed, searchable, 'write once': writeOnce, hidden }
  for (const [limit, isSaid] of Object.entries(stored))
    if (isSaid) context.report(sayStates.limitOfInput(span, { limit }))
  const { patterned, holdsFiles } = fieldType(type.kind)
  const fitting = [
    ['min', limits.min?.span, hasBounds(type)],
    ['max', limits.max?.span, hasBounds(type)],
    ['pattern', limits.pattern?.span, patterned],
    ['at least', limits.atLeast?.span, isMany({ type })],
    ['at most', limits.atMost?.span, isMany({ type })],
    ['each', limits.eachSize?.span, holdsFiles],
    ['types', limits.types?.span, holdsFiles],
  ] as const
  for (const [limit, at, fits] of fitting)
    if (at && fits !== true) context.report(say.limitDoesNotFit(at, { limit, type: type.kind }))
}
