// Checks that a notification tells something to somebody who gets it.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { keyOfNode } from '../expressions/facts.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { childrenOf } from '../expressions/walk.ts'
import type { Effect, Model } from '../model/model.ts'
import { type Declarations, isShown } from '../points/declarations.ts'
import { isFieldReadable } from './granted-roles.ts'
import type { SpecificationCheck } from './run-checks.ts'

type Notify = Extract<Effect, { readonly kind: 'notify' }>

export const checkNotifications: SpecificationCheck = (model, declarations) => {
  // Where point 6 is not shown nobody is granted anything, and that is known.
  if (!isShown(declarations.roles)) return []
  return notificationsIn(model).flatMap((effect) => checkNotification(model, declarations, effect))
}

/** Reports a notification whose recipients can read none of the values that are filled in. */
function checkNotification(
  model: Model,
  { roles }: Declarations,
  { who, subject = [], message, telling = [] }: Notify,
): readonly Diagnostic[] {
  const holes = [...subject, ...message].filter((part) => typeof part !== 'string')
  const [first] = holes
  if (!first) return []
  const disclosed = new Set(telling.flatMap(({ tree, asked = tree }) => [tree, asked].map(keyOfNode)))
  const following = isShown(roles) ? roles.roles.filter((role) => role.of || role.who) : []
  const asked = rolesAsked(who.tree)
  const readers = asked
    ? [...asked, ...following.map(({ name }) => name.identifier)]
    : [...model.roles.keys(), 'everyone']
  const isMasked = (hole: Expression): boolean =>
    fieldsIn(hole, disclosed).some(({ entity, field }) =>
      readers.every((reader) => !isFieldReadable(model, entity, field, reader)),
    )
  if (!holes.every(isMasked)) return []
  return [say.maskedForEveryone(first.span, { value: first.text })]
}

/** Those who hold a role, where a role is notified; undefined: anybody may be the recipient. */
function rolesAsked(who: Node): readonly string[] | undefined {
  if (who.kind === 'list') {
    const all = who.items.map(rolesAsked)
    return all.includes(undefined) ? undefined : all.flatMap((roles) => roles ?? [])
  }
  return who.kind === 'each' && who.body.kind === 'is' ? who.body.roles : undefined
}

interface FieldOfEntity {
  readonly entity: string
  readonly field: string
}

/** Lists the fields that the reader of an expression must be able to read. Fields of sets are not checked here. */
function fieldsIn({ tree, asked = tree }: Expression, disclosed: ReadonlySet<string>): readonly FieldOfEntity[] {
  if (disclosed.has(keyOfNode(tree))) return []
  const visit = (node: Node): readonly FieldOfEntity[] => {
    if (disclosed.has(keyOfNode(node))) return []
    const own = node.kind === 'field' ? [{ entity: node.entity, field: node.field }] : []
    return [...own, ...childrenOf(node).flatMap(visit)]
  }
  return visit(asked)
}

function notificationsIn({ entities, calls }: Model): readonly Notify[] {
  const of = (effect: Effect): readonly Notify[] => {
    if (effect.kind === 'notify') return [effect]
    if (effect.kind === 'for each') return effect.effects.flatMap(of)
    return effect.kind === 'try' ? [...of(effect.effect), ...of(effect.otherwise)] : []
  }
  const all = [...entities.values()].flatMap(({ transitions, timers, events }) => [
    ...[...transitions.values()].flatMap(({ rows }) => rows.flatMap(({ then }) => then)),
    ...[...timers.values(), ...events].flatMap(({ then }) => then),
  ])
  return [...all, ...calls.flatMap(({ steps }) => steps)].flatMap(of)
}
