// Says who a grant or a transition is for, and when, in remedies: labels of roles, conditions in words.
import type { Expression, Node } from '../expressions/node.ts'
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

/** "Agent or Lead can do this.": the roles that some line grants the verb, and that `taking` does not take it from. */
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
  const roles = grants.flatMap(({ who, may, createBy, except }) =>
    !except &&
    (may.includes(verb) || (step !== undefined && createBy?.includes(step))) &&
    who.kind === 'role' &&
    !isTaken(who.role)
      ? [who]
      : [],
  )
  const labels = [...new Set(roles.map(({ role }) => model.roles.get(role)?.name.label ?? role))]
  if (labels.length === 0) return {}
  return { remedy: sayRemedy(model.settings.language, 'who_can', { who: joinByOr(labels) }) }
}
