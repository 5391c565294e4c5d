// Reports effects that omit a required field or input.
import { fieldType } from '../../fields/registry.ts'
import { lacksLines, lacksRequired } from '../../diagnostics/4-states.ts'
import type { EffectDeclaration, FieldValueDeclaration } from '../../points/4-states/declarations.ts'
import { isShown, type Reference } from '../../points/declarations.ts'
import { identifierOf } from '../../text/identifier.ts'
import { isPartOfHead } from '../3-entities/link-parts.ts'
import type { LinkContext } from '../link-context.ts'
import { findName } from '../link-context.ts'
import type { Name } from '../model.ts'
import type { EntityOutline, FieldOutline } from '../outline.ts'

type CreateEffect = EffectDeclaration & { readonly kind: 'create' }
type SignUpEffect = EffectDeclaration & { readonly kind: 'sign up' }
type DoEffect = EffectDeclaration & { readonly kind: 'do' }

export function reportMissingFields(context: LinkContext, { fields, span }: CreateEffect, entity: EntityOutline): void {
  report(context, `create ${entity.name.label}`, neededFields(context, entity), fields, span)
}

/** Reports what a line lacks that is written out with its head; `relation` to the head is given by that. */
export function reportMissingOfLine(
  context: LinkContext,
  line: EntityOutline,
  relation: string | undefined,
  given: readonly string[],
  span: EffectDeclaration['span'],
): void {
  for (const { name } of neededFields(context, line))
    if (name.identifier !== relation && !given.includes(name.identifier))
      context.report(lacksRequired(span, { effect: `create ${line.name.label}`, name: name.label }))
}

/** Reports what an account lacks; its address is what it signs up with. */
export function reportMissingOfAccount(
  context: LinkContext,
  { as: fields, span }: SignUpEffect,
  person: EntityOutline,
): void {
  const needed = neededFields(context, person).filter(({ name }) => name.identifier !== 'email')
  report(context, 'sign up', needed, fields, span)
}

function neededFields(context: LinkContext, entity: EntityOutline): readonly FieldOutline[] {
  return [...entity.fields.values()].filter((field) => isNeeded(field) && !isSetWhenCreated(context, entity, field))
}

/** A head has to have lines, and nothing in the document makes any: each of its creations by this effect would be refused. */
export function reportMissingLines(context: LinkContext, { fields, span }: CreateEffect, head: EntityOutline): void {
  for (const [part, { entity, field }] of head.reverses) {
    const line = context.outline.entities.get(entity)
    const declared = line?.fields.get(field)
    const least = declared?.declaration?.limits.atLeast?.count ?? 0
    if (!line || least === 0 || !isPartOfHead(declared)) continue
    const given = fields.find(({ name }) => [name.value, identifierOf(name.value, 'field')].includes(part))
    if (given ? !/^\[\s*\]$/.test(given.value.value) : isCreatedElsewhere(context, line, part)) continue
    context.report(lacksLines(span, { head: head.name.label, line: line.name.label, least, part }))
  }
}

/** `part`: the name of the lines in their head, to which an effect may give them later. */
function isCreatedElsewhere(
  { declarations: { states, calls } }: LinkContext,
  { name }: EntityOutline,
  part: string,
): boolean {
  const isPart = ({ value }: Reference): boolean => [value, identifierOf(value, 'field')].includes(part)
  const creates = (effect: EffectDeclaration): boolean => {
    if (effect.kind === 'create') return findName(effect.entity, [name], 'entity') !== undefined
    if (effect.kind === 'set') return isPart(effect.field)
    if (effect.kind === 'update') return effect.fields.some((each) => isPart(each.name))
    if (effect.kind === 'forEach') return effect.effects.some(creates)
    return effect.kind === 'try' && [effect.effect, effect.otherwise].some(creates)
  }
  const rows = isShown(states)
    ? [
        ...states.workflows.flatMap(({ transitions, timers }) => [...transitions, ...timers]),
        ...states.events,
        ...states.schedules,
      ]
    : []
  const steps = isShown(calls) ? calls.calls.flatMap((call) => call.steps ?? []) : []
  return [...rows.flatMap(({ then }) => then), ...steps].some(creates)
}

/**
 * Reports inputs that are missing although every row of the transition requires them and none has a default for them. A
 * row that leads to several states also asks which one.
 */
export function reportMissingInputs(
  context: LinkContext,
  { input, span }: DoEffect,
  entity: EntityOutline,
  transition: string,
): void {
  const rows = entity.transitions.get(transition) ?? []
  const [first, ...others] = rows.map(({ asks, to, name }) => [
    ...asks.flatMap((ask) => (ask.required === true && ask.default === undefined ? [ask.name] : [])),
    ...(to !== 'stay' && to.length > 1 ? [{ label: 'to', identifier: 'to', span: name.span }] : []),
  ])
  const isAskedByAll = ({ identifier }: Name): boolean =>
    others.every((names) => names.some((each) => each.identifier === identifier))
  const needed = (first ?? []).filter(isAskedByAll).map((name) => ({ name }))
  report(context, `do ${rows[0]?.name.label ?? transition}`, needed, input, span)
}

function report(
  context: LinkContext,
  effect: string,
  needed: readonly { readonly name: Name }[],
  given: readonly FieldValueDeclaration[],
  span: EffectDeclaration['span'],
): void {
  const names = needed.map(({ name }) => name)
  const found = new Set(given.map(({ name }) => findName(name, names, 'field')))
  for (const { label, identifier } of names)
    if (!found.has(identifier)) context.report(lacksRequired(span, { effect, name: label }))
}

/** Has to be given, since nothing else fills it. */
function isNeeded({ declaration, builtIn, computed, standard, workflow, type }: FieldOutline): boolean {
  const { givenBySystem, madeFrom } = fieldType(type.kind)
  if (computed || standard || workflow || givenBySystem || madeFrom?.(type)) return false
  if (builtIn) return builtIn.required && !('default' in builtIn)
  return declaration?.required === true && !declaration.default
}

function isSetWhenCreated({ declarations }: LinkContext, entity: EntityOutline, { name }: FieldOutline): boolean {
  const events = isShown(declarations.states) ? declarations.states.events : []
  return events.some(
    (each) =>
      each.event === 'created' &&
      findName(each.entity, [entity.name], 'entity') !== undefined &&
      each.then.some((effect) => effect.kind === 'set' && findName(effect.field, [name], 'field') !== undefined),
  )
}
