// Warns of four eyes that another alternative undoes, by which the same person may do it after all.
import { fourEyesCovered, fourEyesForSome } from '../diagnostics/4-states.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression, Node } from '../expressions/node.ts'
import type { Entity, Grant, Grantee, Model, TransitionRow } from '../model/model.ts'
import { conjunctsOf } from '../expressions/walk.ts'
import { conditionsOfGrant, givenRoles } from './granted-roles.ts'
import { canHold } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkFourEyes: SpecificationCheck = (model) =>
  [...model.entities.values()].flatMap((entity) => {
    const kept = new Map(
      [...entity.transitions.values()].flatMap(({ doneBy, name }) =>
        doneBy === undefined ? [] : [[doneBy, name.label] as const],
      ),
    )
    if (kept.size === 0) return []
    return [
      ...[...entity.transitions.values()].flatMap(({ rows }) => checkAlternatives(model, kept, waysOfRows(rows))),
      ...checkAlternatives(model, kept, waysOfGrants(entity)),
    ]
  })

/** A way to do something: who may, under which condition, and what it has in common with other ways. */
interface Way {
  readonly who: Grantee
  readonly condition?: Expression
  /** May both be ways to the same? */
  sharesWith(other: Way): boolean
}

function waysOfRows(rows: readonly TransitionRow[]): readonly Way[] {
  const rowOf = new Map<Way, TransitionRow>()
  const ways = rows.flatMap((row) =>
    row.who.map((who): Way => {
      const way: Way = {
        who,
        ...(row.when && { condition: row.when }),
        sharesWith: (other) => mayBothLeadFrom(row, rowOf.get(other)),
      }
      rowOf.set(way, row)
      return way
    }),
  )
  return ways
}

function mayBothLeadFrom({ from }: TransitionRow, other: TransitionRow | undefined): boolean {
  if (other === undefined) return false
  if (from === 'new record' || other.from === 'new record') return from === other.from
  if (from === 'any' || other.from === 'any') return true
  return other.from.some((state) => from.includes(state))
}

function waysOfGrants({ grants }: Entity): readonly Way[] {
  const grantOf = new Map<Way, Grant>()
  return grants.flatMap((grant) => {
    if (grant.except) return []
    const way: Way = {
      who: grant.who,
      ...(grant.where && { condition: grant.where }),
      sharesWith: (other) => {
        const beside = grantOf.get(other)
        const isSame = beside?.may.some((verb) => verb !== 'read' && grant.may.includes(verb)) === true
        return isSame && beside.fields.some((field) => grant.fields.includes(field))
      },
    }
    grantOf.set(way, grant)
    return [way]
  })
}

function checkAlternatives(
  model: Model,
  kept: ReadonlyMap<string, string>,
  ways: readonly Way[],
): readonly Diagnostic[] {
  return ways.flatMap((way) => {
    if (way.who.kind !== 'condition') return []
    const { condition } = way.who
    return fieldsOfFourEyes(condition.tree, kept).flatMap((field): readonly Diagnostic[] => {
      const own = rolesOfWay(model, way)
      const others = ways.filter(
        (other) =>
          other !== way &&
          way.sharesWith(other) &&
          !asksForFourEyes(other, field, kept) &&
          mayBeBoth(model, way, other),
      )
      const found = others
        .map((other) => ({ other, both: rolesOfWay(model, other).filter((role) => own.includes(role)) }))
        .filter(({ both }) => both.length > 0)
      const whole = found.find(({ other, both }) => both.length === own.length && isPlain(other))
      // Beside everyone else, who is named is meant: `Keeper, not the one who did send`.
      const isForAll = !conjunctsOf(condition.tree).some(({ kind }) => kind === 'is')
      const some = whole ?? (isForAll ? undefined : found[0])
      if (!some) return []
      const about = {
        transition: kept.get(field) ?? field,
        other: nameOf(model, some.other.who),
        roles: some.both.map((role) => model.roles.get(role)?.name.label ?? role),
      }
      return [(whole ? fourEyesCovered : fourEyesForSome)(condition.span, about)]
    })
  })
}

/** Lists the fields of last actors that the condition asks to be another person's. */
function fieldsOfFourEyes(tree: Node, kept: ReadonlyMap<string, string>): readonly string[] {
  return conjunctsOf(tree).flatMap((part) => {
    if (part.kind !== 'binary' || part.operator !== '!=') return []
    const sides = [part.left, part.right]
    const last = sides.find((side) => side.kind === 'field' && side.record.kind === 'this')
    const isAboutMe = sides.some(({ kind }) => kind === 'me')
    return isAboutMe && last?.kind === 'field' && kept.has(last.field) ? [last.field] : []
  })
}

function asksForFourEyes({ who, condition }: Way, field: string, kept: ReadonlyMap<string, string>): boolean {
  const asked = [condition, who.kind === 'condition' ? who.condition : undefined]
  return asked.some((each) => each !== undefined && fieldsOfFourEyes(each.tree, kept).includes(field))
}

function mayBeBoth(model: Model, one: Way, other: Way): boolean {
  return canHold([...conditionsOfWay(one), ...conditionsOfWay(other)], new Map(), model)
}

function conditionsOfWay({ who, condition }: Way): readonly Expression[] {
  return conditionsOfGrant({ who, ...(condition && { where: condition }) })
}

/** Lists the given roles whose people the way is open to; a condition that names none may be met by all. */
function rolesOfWay(model: Model, { who }: Way): readonly string[] {
  const given = givenRoles(model)
  if (who.kind === 'role') return given.filter((role) => who.roles.includes(role))
  if (who.kind !== 'condition') return given
  const asked = conjunctsOf(who.condition.tree).flatMap((part) =>
    part.kind === 'is' && part.person.kind === 'me' ? [part.roles] : [],
  )
  return given.filter((role) => asked.every((roles) => roles.includes(role)))
}

/** Does it ask nothing but who somebody is? */
function isPlain({ who, condition }: Way): boolean {
  return who.kind !== 'condition' && condition === undefined
}

function nameOf(model: Model, who: Grantee): string {
  if (who.kind === 'condition') return who.condition.text
  return who.kind === 'role' ? (model.roles.get(who.role)?.name.label ?? who.role) : who.kind
}
