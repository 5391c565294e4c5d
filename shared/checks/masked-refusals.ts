// Checks that those who can be refused may read the values that the message fills in.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Expression } from '../expressions/node.ts'
import type { Entity, MessageTemplate, Model, RefusalWords } from '../model/model.ts'
import { grantsOfRole, isFieldReadable } from './granted-roles.ts'
import { fieldsIn } from './masked-notifications.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkRefusals: SpecificationCheck = (model, { unknowns }) => {
  // A grant of which something is not shown may be the one that is missed.
  if (!model.rolesShown || unknowns.some(({ point }) => point === 6)) return []
  const refused = [...model.entities.values()].flatMap((entity) => messagesOf(model, entity))
  const byHole = Map.groupBy(
    refused.flatMap(({ message, roles }) =>
      message.flatMap((hole) => (typeof hole === 'string' ? [] : [{ hole, roles }])),
    ),
    ({ hole }) => hole.span.start,
  )
  return [...byHole.values()].flatMap((uses) => checkHole(model, uses))
}

interface RefusalMessage {
  readonly message: MessageTemplate
  /** Roles that may be shown it. */
  readonly roles: readonly string[]
}

/** Lists the messages of rules, for those who may write the record, and of transitions, for those who may do them. */
function messagesOf(model: Model, entity: Entity): readonly RefusalMessage[] {
  const given = [...model.roles.values()].flatMap(({ name: { identifier }, onRecords }) =>
    onRecords.length === 0 ? [identifier] : [],
  )
  const writers = given.filter((role) =>
    (['create', 'update'] as const).some((verb) =>
      grantsOfRole(model, entity.name.identifier, verb, role).some(({ who }) => who.kind !== 'condition'),
    ),
  )
  const steps = [...entity.transitions.values()].flatMap(({ rows }) => rows)
  return [
    ...entity.rules.flatMap((rule) =>
      rule.transition === undefined ? [{ message: messageOf(model, entity, rule.otherwise), roles: writers }] : [],
    ),
    ...steps.flatMap(({ otherwise, who }) => {
      if (otherwise === undefined) return []
      const roles = who.flatMap((each) => (each.kind === 'role' ? [each.role] : []))
      return [{ message: messageOf(model, entity, { kind: 'code', code: otherwise }), roles }]
    }),
  ]
}

function messageOf(model: Model, { name }: Entity, words: RefusalWords): MessageTemplate {
  return words.kind === 'message' ? words.message : (model.errors.get(words.code)?.messages.get(name.identifier) ?? [])
}

function checkHole(
  model: Model,
  uses: readonly { readonly hole: Expression; readonly roles: readonly string[] }[],
): readonly Diagnostic[] {
  const [use] = uses
  if (use === undefined) return []
  const { hole } = use
  const fields = fieldsIn(hole)
  const roles = [...new Set(uses.flatMap((each) => each.roles))].filter((role) =>
    fields.some(({ entity, field }) => !isFieldReadable(model, entity, field, role)),
  )
  const labels = roles.map((role) => model.roles.get(role)?.name.label ?? role)
  return roles.length === 0 ? [] : [say.refusalMasked(hole.span, { roles: labels, value: hole.text })]
}
