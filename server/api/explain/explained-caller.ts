// Who would make the call that is explained: the one who asks, or somebody else, as that person is signed in at this moment.
import { makeActor } from '#shared/decisions/actor.ts'
import { nothingGrantedCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Caller } from '../../auth/caller.ts'
import { NOBODY } from '../../auth/caller.ts'
import { signedInAs } from '../../auth/viewing/signed-in-as.ts'
import { Refused, requireAdministrator } from '../../records/refused.ts'
import type { ApiDependencies, Exchange } from '../exchange.ts'

/** Others are explained to administrators who read data; of anybody else it would tell what he may do. */
export async function explainedCaller(
  { storage }: ApiDependencies,
  { caller, running: { model } }: Exchange,
  asker: Actor,
  person: string | null | undefined,
): Promise<Caller> {
  // Whoever views as somebody else asks about that one; and not that nothing can be written meanwhile.
  if (person === undefined && caller.viewing !== undefined) return { ...NOBODY, actor: caller.actor }
  if (person === undefined || (caller.viewing === undefined && person === asker.person?.id)) return caller
  requireAdministrator(model, asker)
  if (!model.access.administratorsReadData)
    throw new Refused(refusal(model, 'not_allowed', { cites: nothingGrantedCite(model, asker) }))
  if (person === null) return NOBODY
  const record = await storage.reader.record('Person', person)
  if (record !== undefined) return signedInAs(storage.reader, model, makeActor(model, record))
  const errors = [{ field: 'person', code: 'not_found', message: 'There is no such person.' }]
  throw new Refused(refusal(model, 'invalid', { errors }))
}
