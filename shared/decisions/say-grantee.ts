// Says who a grant or a transition is for, and when, in remedies: labels of roles, conditions in words.
import type { Node } from '../expressions/node.ts'
import type { Grantee, Model, Verb } from '../model/model.ts'
import { eitherOf, sayRemedy } from '../refusals/remedies.ts'
import { quoteRemedy } from './8-errors.ts'
import { describeCondition, describePerson } from './conditions/describe-condition.ts'

/** The sentences around the words are English. */
const SENTENCES = { language: 'en' } as const

/** Undefined where a condition describes them that has no words. */
export function sayGrantee(model: Model, who: Grantee): string | undefined {
  if (who.kind === 'role') return model.roles.get(who.role)?.name.label ?? who.role
  if (who.kind === 'condition') return describePerson(model, who.condition.tree, SENTENCES)
  return who.kind === 'anyone' ? 'anyone' : 'everyone who is signed in'
}

/** "You can do this when status is New." */
export function sayWhen(model: Model, condition: Node): { readonly remedy?: string } {
  const words = describeCondition(model, condition, SENTENCES)
  return words === undefined ? {} : quoteRemedy(model, sayRemedy('when', { condition: words }))
}

/** "Agent or Lead can do this.": the roles that some line grants the verb. */
export function sayRolesThatMay(model: Model, entity: string, verb: Verb): { readonly remedy?: string } {
  const grants = model.entities.get(entity)?.grants ?? []
  const roles = grants.flatMap(({ who, may, except }) =>
    !except && may.includes(verb) && who.kind === 'role' ? [who] : [],
  )
  const labels = [...new Set(roles.map(({ role }) => model.roles.get(role)?.name.label ?? role))]
  return labels.length === 0 ? {} : quoteRemedy(model, sayRemedy('who_can', { who: eitherOf(labels) }))
}
