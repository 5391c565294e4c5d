// Says who a grant or a transition is for, and when, in remedies: labels of roles, conditions in words.
import type { Expression, Node } from '../expressions/node.ts'
import { conjunctionOf, conjunctsOf, someNode } from '../expressions/walk.ts'
import type { Grant, Grantee, Model, TransitionRow, Verb } from '../model/model.ts'
import { sayRemedy } from '../refusals/remedies.ts'
import type { HoleValue, Phrase } from '../text/phrase.ts'
import { joinByOr } from '../text/phrase.ts'
import { describeCondition, describePerson } from './conditions/describe-condition.ts'

/** Undefined where a condition describes them that has no words. */
export function sayGrantee(model: Model, who: Grantee): HoleValue | undefined {
  if (who.kind === 'role') return model.roles.get(who.role)?.name.label ?? who.role
  if (who.kind === 'condition') return describePerson(model, who.condition.tree)
  return who.kind === 'anyone' ? ANYONE : SIGNED_IN
}

/** Says how a step happens that nobody may do: at a moment, or by an effect of another step or of a schedule. */
export function sayNobody({ settings }: Model, rows: readonly TransitionRow[]): string {
  return sayRemedy(settings.language, rows.some(({ after }) => after) ? 'by_itself' : 'by_effect')
}

/** Repeats the document's own words: for those who may be cited them. Empty: there are no words. */
export interface QuotedRemedy {
  readonly remedy?: string
}

const ANYONE: Phrase = { says: { en: 'anyone', de: 'alle' } }
const SIGNED_IN: Phrase = { says: { en: 'everyone who is signed in', de: 'alle Angemeldeten' } }

/** "You can do this when status is New." `written`: where the condition stands; a computed field has its name there. */
export function sayWhen(model: Model, condition: Node, written?: Expression): QuotedRemedy {
  const words = describeCondition(model, condition, written ? { written } : {})
  return words === undefined ? {} : { remedy: sayRemedy(model.settings.language, 'when', { condition: words }) }
}

/** "Customer can do this when status is New.": names of the condition what does not look at who asks. Nothing where that has no words. */
export function sayWhoCan(model: Model, who: HoleValue, where?: Expression): QuotedRemedy {
  const { language } = model.settings
  const parts = where ? conjunctsOf(where.tree).filter((part) => !someNode(part, ({ kind }) => kind === 'me')) : []
  const asked = conjunctionOf(parts)
  if (asked === undefined) return { remedy: sayRemedy(language, 'who_can', { who }) }
  const condition = describeCondition(model, asked, where ? { written: where } : {})
  return condition === undefined ? {} : { remedy: sayRemedy(language, 'who_can_when', { who, condition }) }
}

/**
 * "Agent or Lead can do this.": the roles that some line grants the verb, and that `taking` does not take it from. Those whose
 * line has a condition are named, with it, where no other role can; who creates can give a record that meets it.
 */
export function sayRolesThatMay(
  model: Model,
  entity: string,
  { verb, step }: { readonly verb: Verb; readonly step?: string | undefined },
  taking?: Pick<Grant, 'who'>,
): QuotedRemedy {
  const grants = model.entities.get(entity)?.grants ?? []
  const isTaken = (role: string): boolean =>
    taking !== undefined &&
    (taking.who.kind !== 'role' || model.roles.get(role)?.includes.includes(taking.who.role) !== false)
  const granting = grants.flatMap(({ who, may, createBy, except, where }) =>
    !except &&
    (may.includes(verb) || (step !== undefined && createBy?.includes(step))) &&
    who.kind === 'role' &&
    !isTaken(who.role)
      ? [{ role: model.roles.get(who.role)?.name.label ?? who.role, where: verb === 'create' ? undefined : where }]
      : [],
  )
  const always = new Set(granting.flatMap(({ role, where }) => (where === undefined ? [role] : [])))
  if (always.size > 0) return sayWhoCan(model, joinByOr([...always]))
  const [first] = granting
  return first === undefined ? {} : sayWhoCan(model, first.role, first.where)
}
