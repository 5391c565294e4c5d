// What only administrators may do about the accounts of others.
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Model } from '#shared/model/model.ts'
import { Refused } from '../../records/refused.ts'

export function requireAdministrator(model: Model, actor: Actor): void {
  if (!actor.administrator)
    throw new Refused(refusal(model, 'not_allowed', { remedy: 'An administrator can do this.' }))
}
