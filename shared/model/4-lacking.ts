// Effects that would always be refused: what is required of the record they create, or of the transition they do, is not given.
import { lacksRequired } from '../diagnostics/4-states.ts'
import type { EffectDeclaration, FieldValue } from '../points/4-states-declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Linking } from './linking.ts'
import { findName } from './linking.ts'
import type { Name } from './model.ts'
import type { EntityOutline, FieldOutline } from './outline.ts'

type Creating = EffectDeclaration & { readonly kind: 'create' }
type Doing = EffectDeclaration & { readonly kind: 'do' }

export function reportLackingFields(linking: Linking, { fields, span }: Creating, entity: EntityOutline): void {
  const needed = [...entity.fields.values()].filter(
    (field) => isNeeded(field) && !isSetWhenCreated(linking, entity, field),
  )
  report(linking, `create ${entity.name.label}`, needed, fields, span)
}

/** What each of its rows asks for; with several states to go to, which one. */
export function reportLackingInputs(
  linking: Linking,
  { input, span }: Doing,
  entity: EntityOutline,
  transition: string,
): void {
  const rows = entity.transitions.get(transition) ?? []
  const [first, ...others] = rows.map(({ asks, to, name }) => [
    ...asks.flatMap((ask) => (ask.required ? [ask.name] : [])),
    ...(to !== 'stay' && to.length > 1 ? [{ label: 'to', identifier: 'to', span: name.span }] : []),
  ])
  const isAskedByAll = ({ identifier }: Name): boolean =>
    others.every((names) => names.some((each) => each.identifier === identifier))
  const needed = (first ?? []).filter(isAskedByAll).map((name) => ({ name }))
  report(linking, `do ${rows[0]?.name.label ?? transition}`, needed, input, span)
}

function report(
  linking: Linking,
  effect: string,
  needed: readonly { readonly name: Name }[],
  given: readonly FieldValue[],
  span: EffectDeclaration['span'],
): void {
  const names = needed.map(({ name }) => name)
  const found = new Set(given.map(({ name }) => findName(name, names, 'field')))
  for (const { label, identifier } of names)
    if (!found.has(identifier)) linking.report(lacksRequired(span, { effect, name: label }))
}

/** Has to be given, since nothing else fills it. */
function isNeeded({ declaration, builtIn, computed, standard, workflow, type }: FieldOutline): boolean {
  if (computed || standard || workflow || type.kind === 'sequence' || (type.kind === 'slug' && type.of)) return false
  if (builtIn) return builtIn.required && !('default' in builtIn)
  return declaration?.required === true && !declaration.default
}

function isSetWhenCreated({ declarations }: Linking, entity: EntityOutline, { name }: FieldOutline): boolean {
  const events = isShown(declarations.states) ? declarations.states.events : []
  return events.some(
    (each) =>
      each.event === 'created' &&
      findName(each.entity, [entity.name], 'entity') !== undefined &&
      each.then.some((effect) => effect.kind === 'set' && findName(effect.field, [name], 'field') !== undefined),
  )
}
