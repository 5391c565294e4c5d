// Checks that people may read what their choice of a record depends on.
import { choiceRules } from '../model/5-rules/choice-rules.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import type { Entity, Field, Model, TransitionRow } from '../model/model.ts'
import { isFieldReadable, isFieldWritable } from './granted-roles.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkChoices: SpecificationCheck = (model, { unknowns }) => {
  // A grant of which something is not shown may be the one that is missed.
  if (!model.rolesShown || unknowns.some(({ point }) => point === 6)) return []
  return [...model.entities.values()].flatMap((entity) => [
    ...[...entity.fields.values()].flatMap((field) => checkField(model, entity, field)),
    ...[...entity.transitions.values()].flatMap(({ rows }) => rows.flatMap((row) => checkInputs(model, row))),
  ])
}

function checkField(model: Model, entity: Entity, field: Field): readonly Diagnostic[] {
  const rules = choiceRules(entity, field)
  if (!field.chooseFrom && rules.length === 0) return []
  const { identifier, label } = field.name
  const choosers = rolesOf(model).filter((role) => isFieldWritable(model, entity.name.identifier, identifier, role))
  const named = field.chooseFrom ? unreadOf(model, choosers, field.chooseFrom.tree) : []
  const ruled = rules.flatMap(({ rule, tree }) =>
    unreadOf(model, choosers, tree).map((unread) =>
      say.ruleNotReadable(field.name.span, { ...unread, rule: rule.name, field: label }),
    ),
  )
  return [...named.map((unread) => say.choiceNotReadable(field.name.span, { ...unread, field: label })), ...ruled]
}

function checkInputs(model: Model, { who, asks }: TransitionRow): readonly Diagnostic[] {
  const named = who.flatMap((each) => (each.kind === 'role' ? [each.role] : []))
  return asks.flatMap(({ name, chooseFrom }) =>
    chooseFrom
      ? unreadOf(model, named, chooseFrom.tree).map((unread) =>
          say.choiceNotReadable(name.span, { ...unread, field: name.label }),
        )
      : [],
  )
}

interface UnreadFact {
  /** Labels. */
  readonly roles: readonly string[]
  readonly fact: string
  readonly entity: string
}

/** Finds the facts of other records that some of the roles may not read. */
function unreadOf(model: Model, roles: readonly string[], tree: Node): readonly UnreadFact[] {
  return readsOf(tree).others.flatMap(({ entity, field }) => {
    const of = model.entities.get(entity)
    if (!of || field === undefined || field === 'id') return []
    const unread = roles.filter((role) => !isFieldReadable(model, entity, field, role))
    if (unread.length === 0) return []
    const labels = unread.map((role) => model.roles.get(role)?.name.label ?? role)
    return [{ roles: labels, fact: field, entity: of.name.label }]
  })
}

/** Lists the roles that can be given. A role that follows from a record adds to what its holder has anyway. */
function rolesOf(model: Model): readonly string[] {
  const given = [...model.roles.values()].filter(({ onRecords }) => onRecords.length === 0)
  return given.length === 0 ? ['everyone'] : given.map(({ name }) => name.identifier)
}
