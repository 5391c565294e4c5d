// Describes to a caller who is signed in, and how people sign in here.
import type { SessionBody } from '#shared/protocol/session.ts'
import { hashOf } from '../../auth/account.ts'
import { mailSenderOf } from '../../auth/mail/mail-sender.ts'
import { usableSignInMethods } from '../../auth/methods/provider/provider.ts'
import { policyTag } from '../../auth/policy-tag.ts'
import { needsApproval } from '../../auth/sign-up/applicant.ts'
import { findHeldRoles } from '../../records/access/held-roles.ts'
import { isLocalRequest } from '../request/local-request.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import { ownAccount } from './own-account.ts'

export async function describeSession(dependencies: ApiDependencies, context: RequestContext): Promise<SessionBody> {
  const { running, caller, actorContext } = context
  const { accountPolicy } = running.model
  const { actor } = actorContext
  const { speed } = dependencies.clock
  const { person } = ownAccount(context).actor
  const { viewing } = caller
  const policy = policyTag(caller)
  const held = await findHeldRoles(dependencies, actorContext)
  const sendsMail = mailSenderOf(dependencies) !== undefined
  const [account] = person === null ? [] : await dependencies.storage.database.systemOf('account', person.id)
  return {
    person:
      person === null
        ? null
        : {
            id: person.id,
            name: String(person['name'] ?? ''),
            email: String(person['email'] ?? ''),
            roles: Array.isArray(person['roles']) ? person['roles'].map(String) : [],
          },
    roles: actor.roles,
    administrator: actor.administrator,
    ...(held.size === 0 ? {} : { held: [...held] }),
    ...(policy === undefined ? {} : { policy }),
    signUp: accountPolicy.signUp.kind,
    ...(needsApproval(running.model) ? { signUpApproved: true } : {}),
    signIn: usableSignInMethods(running.model, dependencies.providers).filter(
      ({ kind }) => kind !== 'link' || sendsMail,
    ),
    ...(person === null && dependencies.sample !== undefined && isLocalRequest(context.request)
      ? { sample: dependencies.sample }
      : {}),
    revision: running.revision,
    ...(speed === undefined ? {} : { clock: { now: actorContext.now, speed } }),
    sendsMail,
    ...(account === undefined || hashOf(account) !== undefined ? {} : { withoutPassword: true }),
    ...(caller.enrolling === undefined ? {} : { secondFactorNeeded: true }),
    ...(viewing === undefined ? {} : { viewing: { by: String(viewing.by.person?.['name'] ?? ''), as: viewing.as } }),
  }
}
