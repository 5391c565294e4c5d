// Decides whether a write policy permits an actor to write the fields of a record.
// Nothing is allowed without a grant.
import type { Citation, Grant, Model } from '../model/model.ts'
import { sayRemedy } from '../refusals/remedies.ts'
import { labelFor } from '../text/label.ts'
import { quoteName } from '../text/language.ts'
import { joinByOr } from '../text/phrase.ts'
import type { QuotedRemedy } from './say-grantee.ts'
import { sayGrantee, sayRolesThatMay, sayWhen, sayWhoCan } from './say-grantee.ts'
import { sayOpening } from './say-opening.ts'
import type { BodyValidation } from './3-entities.ts'
import type { Decision, FieldError, Refusal } from './decision.ts'
import type { Evaluator } from './evaluator.ts'
import { fieldError, makeRefusal } from './refusals.ts'
import type { Permission } from '../policy/permissions.ts'
import { isWhole } from '../policy/permissions.ts'
import type { WritePolicy } from '../policy/write-policy.ts'

/**
 * May these fields be written? Each one needs a grant that matches the record, in all evaluators given
 * (`[before]` for delete and the first look at an update, `[before, after]` for an update, `[after]` for create).
 * Nothing granted in this row: 403 with the nearest grant that failed. Some fields not granted: 422 that names them.
 */
export function decideWrite(
  model: Model,
  policy: WritePolicy,
  fields: readonly string[],
  evaluators: readonly Evaluator[],
): Decision {
  if (isGrantedAlways(policy, fields)) return ALLOWED
  const taking = policy.except.map((each) => ({ each, met: meets(each, evaluators, 'some') }))
  const granting = policy.grants.map((each) => ({ each, met: meets(each, evaluators, 'every') }))
  const entity = model.entities.get(policy.entity)
  const takesAll = taking.filter(({ each }) => !entity || isWhole(entity, each))
  const mayBeGranted = granting.some(({ met }) => met !== false)
  // What takes away is cited only where something was given: else it would tell of the row what its condition reads.
  if (!mayBeGranted) return { allowed: false, refusal: refuseNearest(model, policy, fields, evaluators[0]) }
  const taker = takesAll.find(({ met }) => met === true)
  if (taker) {
    const opening = policy.readsCitations
      ? sayOpening(
          model,
          takesAll.map(({ each }) => each),
          granting.flatMap(({ each, met }) => (met === true ? [each] : [])),
        )
      : {}
    return { allowed: false, refusal: refuseTaken(model, policy, taker.each, opening) }
  }
  if (!granting.some(({ met }) => met === true)) return NOT_KNOWABLE
  if (takesAll.some(({ met }) => met === undefined)) return NOT_KNOWABLE
  const errors: FieldError[] = []
  let knowable = true
  for (const field of fields) {
    const taken = taking.filter(({ each }) => each.fields.has(field))
    const ways = granting.filter(({ each }) => each.fields.has(field))
    const isTaken = taken.some(({ met }) => met === true)
    if (!isTaken && ways.some(({ met }) => met === true) && !taken.some(({ met }) => met === undefined)) continue
    if (!isTaken && [...ways, ...taken].some(({ met }) => met === undefined)) knowable = false
    else {
      const takers = ways.some(({ met }) => met === true) ? taken.filter(({ met }) => met === true) : []
      const bound = takers.find(({ each }) => each.bound)?.each.bound
      errors.push(
        bound
          ? fieldBound(model, policy, field, bound)
          : fieldNotGranted(model, policy, field, (takers[0] ?? ways[0])?.each.grant),
      )
    }
  }
  if (errors.length > 0)
    return { allowed: false, refusal: makeRefusal('invalid', {}, { errors, cites: errors[0]?.cites }) }
  return knowable ? { allowed: true } : NOT_KNOWABLE
}

const ALLOWED: Decision = { allowed: true }

/** One grant without a condition gives all of them, and nothing is taken away: that is so of most writes. */
function isGrantedAlways({ except, grants }: WritePolicy, fields: readonly string[]): boolean {
  if (except.length > 0) return false
  return grants.some(({ when, fields: granted }) => when === true && fields.every((field) => granted.has(field)))
}

const NOT_KNOWABLE: Decision = { allowed: 'not knowable' }

/** `opening`: says when nothing takes it away. */
function refuseTaken(model: Model, policy: WritePolicy, { grant, bound }: Permission, opening: QuotedRemedy): Refusal {
  if (bound === undefined) return refuseUngranted(model, policy, grant, opening)
  const label = model.entities.get(policy.entity)?.name.label ?? policy.entity
  return makeRefusal('lines_closed', { entity: labelFor(label) }, { entity: policy.entity, cites: bound, ...opening })
}

/**
 * Refuses by the grant that came nearest, among those of roles that the actor has on the record as it is. Where there are none,
 * the refusal says who could: the grant's own words and its condition are about others.
 */
function refuseNearest(
  model: Model,
  policy: WritePolicy,
  fields: readonly string[],
  evaluate: Evaluator | undefined,
): Refusal {
  const own = policy.grants.filter(({ held }) => held === undefined || evaluate?.(held) === true)
  const nearest = nearestGrant(own.length > 0 ? own : policy.grants, fields)
  if (own.length > 0 || nearest === undefined) return refuseUngranted(model, policy, nearest)
  const who = policy.readsCitations ? sayGrantee(model, nearest.who) : undefined
  const remedy = who === undefined ? {} : sayWhoCan(model, who, nearest.where)
  return makeRefusal('not_allowed', {}, { entity: policy.entity, cites: nearest.cite, ...remedy })
}

/** 403 for a verb that nothing grants here; `grant` is the one that came nearest, or that takes it away until `opening`. */
export function refuseUngranted(
  model: Model,
  policy: WritePolicy,
  grant: Grant | undefined,
  opening?: QuotedRemedy,
): Refusal {
  const where = grant?.where?.tree
  const [byStep] = grant === undefined ? policy.bySteps : []
  const cites = (grant ?? byStep)?.cite ?? policy.nothingGranted
  const remedy = !policy.readsCitations
    ? {}
    : byStep
      ? sayStep(model, policy)
      : sayRemedyFor(model, policy, grant, opening)
  // The code of a row is said of its condition: who lacks the role on the record, or gives it away, is refused without it.
  const isSaid = grant === undefined || grant.except || where !== undefined
  const code = isSaid ? (grant ?? byStep)?.otherwise : undefined
  return makeRefusal(code ?? 'not_allowed', {}, { entity: policy.entity, cites, ...remedy })
}

/** Names the steps by which an actor may create who tried another way. */
function sayStep(model: Model, { entity, bySteps }: WritePolicy): QuotedRemedy {
  const { language } = model.settings
  const transitions = model.entities.get(entity)?.transitions
  const steps = new Set(bySteps.flatMap(({ createBy = [] }) => createBy))
  const labels = [...steps].map((step) => quoteName(labelFor(transitions?.get(step)?.name.label ?? step), language))
  return { remedy: sayRemedy(language, 'create_by', { steps: joinByOr(labels) }) }
}

/** `grant`: the line that is cited; where it takes the right from them, its roles are no remedy. */
function sayRemedyFor(
  model: Model,
  { entity, verb, step }: WritePolicy,
  grant: Grant | undefined,
  opening: QuotedRemedy | undefined,
): QuotedRemedy {
  const { where } = grant ?? {}
  if (where !== undefined) return opening ?? sayWhen(model, where.tree, where)
  return sayRolesThatMay(model, entity, { verb, step }, grant?.except === true ? grant : undefined)
}

function fieldBound(model: Model, policy: WritePolicy, field: string, cites: Citation): FieldError {
  const label = model.entities.get(policy.entity)?.fields.get(field)?.name.label ?? field
  return fieldError(field, 'not_writable_in_state', { field: labelFor(label) }, cites)
}

function fieldNotGranted(model: Model, policy: WritePolicy, field: string, grant: Grant | undefined): FieldError {
  const label = model.entities.get(policy.entity)?.fields.get(field)?.name.label ?? field
  const cites = grant?.cite ?? nearestGrant(policy.grants, [field])?.cite ?? policy.nothingGranted
  return fieldError(field, 'not_writable_here', { field: labelFor(label) }, cites)
}

/** Says which fields a body may have, and which row of point 6 leaves out or takes away another. */
export function writableBy(policy: WritePolicy): Required<Pick<BodyValidation, 'writable' | 'ungranted'>> {
  const takes = (field: string) => policy.except.find(({ when, fields }) => when === true && fields.has(field))
  return {
    writable: policy.fields,
    ungranted: (field) => (takes(field)?.grant ?? nearestGrant(policy.grants, [field]))?.cite ?? policy.nothingGranted,
  }
}

/** Finds, among the grants that do not match the row, the one that covers most of the fields. */
function nearestGrant(grants: readonly Permission[], fields: readonly string[]): Grant | undefined {
  const covered = (each: Permission): number => fields.filter((field) => each.fields.has(field)).length
  return [...grants].sort((a, b) => covered(b) - covered(a))[0]?.grant
}

function meets(granted: Permission, evaluators: readonly Evaluator[], how: 'every' | 'some'): boolean | undefined {
  const { when } = granted
  if (when === true) return true
  const answers = evaluators.map((evaluate) => evaluate(when))
  if (how === 'some') return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
  return answers.every((answer) => answer === true)
    ? true
    : answers.some((answer) => answer === false || answer === null)
      ? false
      : undefined
}
