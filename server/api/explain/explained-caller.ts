// Gives the caller of an explained request: the caller themself, or another person as signed in now.
import { makeActor } from '#shared/policy/actor.ts'
import { nothingGrantedCitation } from '#shared/policy/account-citations.ts'
import type { Caller } from '../../auth/caller.ts'
import { NOBODY } from '../../auth/caller.ts'
import { callerOfPerson } from '../../auth/viewing/caller-of-person.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { requireAdministrator, refused, refusedFields } from '../../policy/refused.ts'

/** Others are explained to administrators who read data; to anybody else it would reveal another person's permissions. */
export async function explainedCaller(
  { storage }: ApiDependencies,
  { caller, running: { model } }: RequestContext,
  recipient: Actor,
  person: string | null | undefined,
): Promise<Caller> {
  // A person who views as somebody else asks about that one; and not that nothing can be written meanwhile.
  if (person === undefined && caller.viewing !== undefined) return { ...NOBODY, actor: caller.actor }
  if (person === undefined || (caller.viewing === undefined && person === recipient.person?.id)) return caller
  requireAdministrator(model, recipient)
  if (!model.accountPolicy.administratorsReadData)
    throw refused('not_allowed', {}, { cites: nothingGrantedCitation(model, recipient) })
  if (person === null) return NOBODY
  const record = await storage.database.record('Person', person)
  if (record !== undefined) return callerOfPerson(storage.database, model, makeActor(model, record))
  throw refusedFields('invalid', [fieldError('person', 'no_such_person')])
}
