// Says what an invitation gives, before anybody signs up with it.
import type { InvitationBody } from '#shared/protocol/sign-ups.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { rolesToGive } from '../people/role-names.ts'
import { limitAttempts } from '../rate-limit/limit-attempts.ts'
import { addressKey } from '../address-key.ts'
import { readInvitation, readShownInvitation } from './redeem-invitation.ts'

/** The person it is for, and the address that it was sent to, are not said: somebody who has the link sees the roles only. */
export async function describeInvitation(
  dependencies: AuthDependencies,
  invitation: string,
  client: ClientInfo,
  now: string,
): Promise<InvitationBody> {
  const { storage, current } = dependencies
  const { model } = current.running
  const counted = await limitAttempts(dependencies, 'link', `used from ${addressKey(client.address)}`, client, now)
  const { roles, by } = await readInvitation(storage.database, model, readShownInvitation(invitation)?.link, now)
  await counted.succeed()
  return { first: by === null, roles: rolesToGive(model).filter(({ role }) => roles.includes(role)) }
}
