// Links point 3: entities with their fields, rules and grants.
import * as say from '../../diagnostics/linking.ts'
import { familyOf } from '../../fields/registry.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import { nearest } from '../../text/nearest-word.ts'
import { linkSort } from '../2-screens/check-fields.ts'
import { ICONS } from './icons.ts'
import { linkField } from './link-field.ts'
import { linkParts } from './link-parts.ts'
import { linkRequirements } from '../4-states/link-field-bindings.ts'
import { linkEvents } from '../4-states/link-events.ts'
import type { EntityStates } from '../4-states/link.ts'
import { markPastFields } from '../5-rules/past-fields.ts'
import type { LinkContext } from '../link-context.ts'
import { findFields } from '../link-context.ts'
import type { Entity, Field, Grant, Rule, Sort } from '../model.ts'
import type { EntityOutline } from '../outline.ts'
import { fieldExpression, firstTextField } from './naming-field.ts'
import { searchTitleTexts } from './title-texts.ts'

export interface LinkedPoints {
  /** Days that records stay in the trash if the entity sets no number of its own. */
  readonly daysInTrash: number
  readonly states: EntityStates
  readonly rules: readonly Rule[]
  readonly grants: readonly Grant[]
}

export function linkEntity(
  context: LinkContext,
  outline: EntityOutline,
  { daysInTrash, states, rules, grants }: LinkedPoints,
): Entity {
  const { declaration, name, plural, path, reverses, span } = outline
  const required = linkRequirements(context, outline)
  const fields = new Map<string, Field>()
  for (const [identifier, field] of outline.fields)
    fields.set(identifier, linkField(context, outline, field, required.get(identifier) ?? []))
  const textField = firstTextField(outline)
  const parts = linkParts(context, outline)
  const uniqueTogether = (declaration?.unique ?? []).flatMap((each) => {
    const together = findFields(context, outline, each.fields)
    // Without one of its fields it would refuse more than is written.
    return together.length < each.fields.length ? [] : [{ fields: together, cite: context.cite(3, each.span) }]
  })
  const title = context.titles.of(name.identifier) ?? fieldExpression(outline, textField)
  return {
    name,
    plural,
    path,
    help: declaration?.help ?? [],
    fields: markKeys(markPastFields(searchTitleTexts(fields, title), rules), uniqueTogether),
    reverses,
    ...parts,
    words: new Map([...outline.words].map(([word, { means }]) => [word, means.value])),
    title,
    order: declaration?.order
      ? linkSort(context, outline, declaration.order, 'own')
      : defaultOrder(fields, textField, parts.partOf !== undefined),
    ...(declaration?.icon === undefined ? {} : { icon: linkIcon(context, declaration.icon) }),
    ...(declaration?.was ? { was: identifierOf(declaration.was.value, 'entity') } : {}),
    historyKept: declaration?.history !== 'not kept',
    onlyOne: declaration?.onlyOne ?? false,
    deleted:
      declaration?.deleted?.kind === 'for good'
        ? declaration.deleted
        : { kind: 'trash', days: declaration?.deleted?.days ?? daysInTrash },
    uniqueTogether,
    ...states,
    events: linkEvents(context, outline),
    rules,
    grants,
    cite: context.cite(3, span),
  }
}

/** A text in a unique key is stored without what shows nothing: two keys that look the same are the same. */
function markKeys(fields: ReadonlyMap<string, Field>, together: Entity['uniqueTogether']): ReadonlyMap<string, Field> {
  const named = new Set(together.flatMap((key) => key.fields))
  return new Map(
    [...fields].map(([name, field]) =>
      familyOf(field.type) === 'text' && (named.has(name) || field.limits.unique !== undefined)
        ? [name, { ...field, limits: { ...field.limits, inKey: true } }]
        : [name, field],
    ),
  )
}

function linkIcon(context: LinkContext, written: Fragment): string {
  const icon = written.value.toLowerCase()
  if (!ICONS.some((known) => known === icon))
    context.report(say.unknownIcon(spanOf(written), { icon, nearest: nearest(icon, ICONS), known: ICONS.join(', ') }))
  return icon
}

/**
 * Chooses the default order: alphabetical for records that a name identifies to people, order of entry for lines,
 * newest first for all others.
 */
function defaultOrder(fields: ReadonlyMap<string, Field>, textField: string, isPart: boolean): readonly Sort[] {
  if (isPart) return [{ field: 'created_at', descending: false }]
  const isName = fields.get(textField)?.limits.unique !== undefined || textField === 'name'
  return [isName ? { field: textField, descending: false } : { field: 'created_at', descending: true }]
}
