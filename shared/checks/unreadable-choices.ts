// Checks that people may read what their choice of a record depends on.
import { choiceRules } from '../model/5-rules/choice-rules.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/warnings.ts'
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import type { Entity, Field, Grant, Model, Role, TransitionRow } from '../model/model.ts'
import { joinNames } from '../text/language.ts'
import { grantsWriting, isFieldReadable } from './granted-roles.ts'
import { rowsOfGrants } from './rows-of-grants.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkChoices: SpecificationCheck = (model, { roles, unknowns }, { text }) => {
  // A grant of which something is not shown may be the one that is missed.
  if (!model.rolesShown || unknowns.some(({ point }) => point === 6)) return []
  const rowOf = rowsOfGrants({ roles }, text)
  return [...model.entities.values()].flatMap((entity) => [
    ...[...entity.fields.values()].flatMap((field) => checkField(model, entity, field, rowOf)),
    ...[...entity.transitions.values()].flatMap(({ rows }) => rows.flatMap((row) => checkInputs(model, row))),
  ])
}

/** People of a role who choose, and the grants by which they write the field. */
interface Chooser {
  readonly role: string
  readonly grants: readonly Grant[]
  /** Roles that they have to have by the record, where only these let them write it. */
  readonly byRecord: readonly Role[]
}

function checkField(
  model: Model,
  entity: Entity,
  field: Field,
  rowOf: ReturnType<typeof rowsOfGrants>,
): readonly Diagnostic[] {
  const rules = choiceRules(entity, field)
  if (!field.chooseFrom && rules.length === 0) return []
  const { identifier, label } = field.name
  const choosers = rolesOf(model).flatMap((role): readonly Chooser[] => {
    const grants = grantsWriting(model, entity.name.identifier, identifier, role)
    return grants.length === 0 ? [] : [{ role, grants, byRecord: rolesByRecord(model, entity, grants) }]
  })
  const named = field.chooseFrom ? unreadOf(model, choosers, field.chooseFrom.tree) : []
  const placesOf = ({ choosers: unread }: UnreadFact) => {
    const rows = new Set(unread.flatMap(({ grants }) => grants.map(rowOf)))
    return {
      related: [...rows].flatMap((row) => (row ? [{ message: 'They write it by this row.', span: row.span }] : [])),
    }
  }
  const ruled = rules.flatMap(({ rule, tree }) =>
    unreadOf(model, choosers, tree).map((unread) =>
      say.ruleNotReadable(field.name.span, { ...unread, rule: rule.name, field: label }, placesOf(unread)),
    ),
  )
  return [
    ...named.map((unread) => say.choiceNotReadable(field.name.span, { ...unread, field: label }, placesOf(unread))),
    ...ruled,
  ]
}

/** Lists the roles by relation (`Branch manager`) of which each grant is; none where one of the grants needs no such role. */
function rolesByRecord(model: Model, { name }: Entity, grants: readonly Grant[]): readonly Role[] {
  const starts = grants.map(({ who }) => (who.kind === 'condition' ? who.condition.span.start : undefined))
  if (starts.includes(undefined)) return []
  return [...model.roles.values()].filter(({ onRecords }) =>
    onRecords.some(({ entity, where }) => entity === name.identifier && starts.includes(where.span.start)),
  )
}

function checkInputs(model: Model, { who, asks }: TransitionRow): readonly Diagnostic[] {
  const named = who.flatMap((each) => (each.kind === 'role' ? [{ role: each.role, grants: [], byRecord: [] }] : []))
  return asks.flatMap(({ name, chooseFrom }) =>
    chooseFrom
      ? unreadOf(model, named, chooseFrom.tree).map((unread) =>
          say.choiceNotReadable(name.span, { ...unread, field: name.label }),
        )
      : [],
  )
}

interface UnreadFact {
  readonly choosers: readonly Chooser[]
  /** Labels. */
  readonly roles: readonly string[]
  /** Labels of the roles to which it could be granted. */
  readonly grantees: readonly string[]
  readonly fact: string
  readonly entity: string
}

/** Finds the facts of other records that some of those who choose may not read. */
function unreadOf(model: Model, choosers: readonly Chooser[], tree: Node): readonly UnreadFact[] {
  const labelOf = (role: string): string => model.roles.get(role)?.name.label ?? role
  return readsOf(tree).others.flatMap(({ entity, field }) => {
    const of = model.entities.get(entity)
    if (!of || field === undefined || field === 'id') return []
    const unread = choosers.filter(({ role }) => !isFieldReadable(model, entity, field, role))
    if (unread.length === 0) return []
    const roles = unread.map(({ role, byRecord }) => ({
      role: labelOf(role),
      as: byRecord.map(({ name }) => name.label),
    }))
    const grantees = unread.flatMap(({ role, byRecord }) => {
      const there = byRecord.filter(({ onRecords }) => onRecords.some((each) => each.entity === entity))
      return there.length > 0 ? there.map(({ name }) => name.label) : [labelOf(role)]
    })
    return [
      {
        choosers: unread,
        roles: roles.map(({ role, as }) => (as.length > 0 ? `${role} as ${joinNames(as, 'or', 'en')}` : role)),
        grantees: [...new Set(grantees)],
        fact: field,
        entity: of.name.label,
      },
    ]
  })
}

/** Lists the roles that can be given. A role that follows from a record adds to what its holder has anyway. */
function rolesOf(model: Model): readonly string[] {
  const given = [...model.roles.values()].filter(({ onRecords }) => onRecords.length === 0)
  return given.length === 0 ? ['everyone'] : given.map(({ name }) => name.identifier)
}
