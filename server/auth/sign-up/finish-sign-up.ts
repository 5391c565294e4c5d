// Finishes a sign-up by the link that was sent: creates the account once, and signs in.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { systemActor } from '#shared/policy/actor.ts'
import { signUpCitation } from '#shared/policy/account-citations.ts'
import type { Model } from '#shared/model/model.ts'
import { runInTransaction } from '../../records/write/unit-of-work.ts'
import { addressKey } from '../address-key.ts'
import { limitAttempts } from '../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { hashNewPassword } from '../methods/password/set-password.ts'
import type { SessionStart } from '../sessions/sessions.ts'
import { beginSession } from '../sessions/sessions.ts'
import { isToken, keyOf } from '../token.ts'
import { isOffered, requireOffered } from '../sign-in-methods.ts'
import { releaseSignUpSlot } from './admit-applicant.ts'
import { needsApproval } from './applicant.ts'
import { pendingSignUpOf } from './sign-up-link.ts'
import type { FirstCredential } from './open-account.ts'
import { openAccount } from './open-account.ts'
import type { PendingSignUp } from './pending-sign-up.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'

interface FinishRequest {
  readonly link: string
  /** A new one, in place of what was chosen before. */
  readonly password?: string | undefined
  /** Secret in the browser's cookie. */
  readonly browser: string | undefined
}

/**
 * The link proves the address, and nothing else: who asked may have been somebody who knew it. So the password or passkey that was
 * chosen then counts only in the very browser that chose it, which shows its cookie; everywhere else the person at the link chooses
 * a password now, and what was chosen before is forgotten. So no account at the address of another person still opens
 * with a stranger's password. What is refused does not use the link up.
 */
export async function finishSignUp(
  dependencies: AuthDependencies,
  given: FinishRequest,
  client: ClientInfo,
  now: string,
): Promise<SessionStart & { readonly person: string }> {
  const { storage } = dependencies
  const counted = await limitAttempts(dependencies, 'link', `used from ${addressKey(client.address)}`, client, now)
  const credential = await credentialFor(dependencies, await pendingSignUpOf(storage.database, given.link, now), given)
  const done = await runInTransaction(dependencies, { actor: systemActor, now }, {}, async (context) => {
    const { transaction } = context
    const { key, values, link, network, isApproved } = await pendingSignUpOf(transaction, given.link, now)
    if (link === undefined && needsApproval(context.running.model) && !isApproved)
      throw notApproved(context.running.model)
    // Deleting the rows is what makes it good for one: of two at once, the second finds none.
    await transaction.deleteSystem('link', keyOf(given.link))
    await transaction.deleteSystem('sign_up', key)
    const person = await openAccount(context, { values, link, credential, isProven: true, client, now })
    const isStrong = credential.kind === 'passkey'
    const session = await beginSession(transaction, dependencies, person, now, client.userAgent, isStrong)
    return { session: { ...session, person }, network }
  })
  await counted.succeed()
  await releaseSignUpSlot(dependencies, done.network)
  return done.session
}

async function credentialFor(
  dependencies: AuthDependencies,
  { credential, browser, values }: PendingSignUp,
  given: FinishRequest,
): Promise<FirstCredential> {
  const { model } = dependencies.current.running
  if (given.password === undefined) {
    const isSameBrowser = given.browser !== undefined && isToken(given.browser) && keyOf(given.browser) === browser
    if (isSameBrowser) return credential
    throw isOffered(model, 'password') ? passwordNeeded() : refused('other_browser')
  }
  requireOffered(model, 'password')
  return { kind: 'password', hash: await hashNewPassword(dependencies, given.password, values) }
}

/** The document asks for approval since the link was sent. */
function notApproved(model: Model): Refused {
  return refused(
    'not_allowed',
    {},
    { cites: signUpCitation(model), remedy: sayRemedy(model.settings.language, 'approved') },
  )
}

function passwordNeeded(): Refused {
  return refused('password_needed', {}, { errors: [fieldError('password', 'password_required')] })
}
