// Decides whether an actor may read the sentences of the document that refuse them.
import type { Model } from '../model/model.ts'
import type { Actor } from './actor.ts'

export function canReadCitations({ accountPolicy }: Pick<Model, 'accountPolicy'>, actor: Actor): boolean {
  if (actor.administrator || accountPolicy.citations === 'everyone') return true
  return accountPolicy.citations !== 'nobody' && accountPolicy.citations.some((role) => actor.roles.includes(role))
}
