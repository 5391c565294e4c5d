// Finishing to sign up by the link that was sent to the address: it makes the account, once, and signs in.
import { systemActor } from '#shared/decisions/actor.ts'
import { signUpCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Model } from '#shared/model/model.ts'
import { Refused } from '../../records/refused.ts'
import { inTransaction } from '../../records/work/command.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { hashNewPassword } from '../passwords/new-password.ts'
import type { SessionStart } from '../sessions.ts'
import { beginSession } from '../sessions.ts'
import { isToken, keyOf } from '../token.ts'
import { isOffered, requireOffered } from '../ways.ts'
import { leaveRoom } from './admit.ts'
import { needsApproval } from './applicant.ts'
import { waitingBehind } from './link-to-finish.ts'
import type { FirstCredential } from './open-account.ts'
import { openAccount } from './open-account.ts'
import type { Waiting } from './waiting.ts'

interface Given {
  readonly link: string
  /** A new one, in place of what was chosen before. */
  readonly password?: string | undefined
  /** What the browser's cookie holds. */
  readonly browser: string | undefined
}

/**
 * The link proves the address, and nothing else: who asked may have been somebody who knew it. So the password or passkey that was
 * chosen then counts only in the very browser that chose it, which shows its cookie; everywhere else the person at the link chooses
 * a password now, and what was chosen before is forgotten. Nobody thus has an account at the address of another that still opens
 * to his own password. What is refused does not use the link up.
 */
export async function finishSignUp(
  dependencies: AuthDependencies,
  given: Given,
  from: From,
  now: string,
): Promise<SessionStart & { readonly person: string }> {
  const { storage } = dependencies
  const counted = countTry(dependencies, 'link', `used from ${addressKey(from.address)}`, from, now)
  const credential = await credentialFor(dependencies, await waitingBehind(storage.reader, given.link, now), given)
  const done = await inTransaction(dependencies, { actor: systemActor, now }, {}, async (work) => {
    const { transaction } = work
    const { key, values, link, network, isApproved } = await waitingBehind(transaction, given.link, now)
    if (link === undefined && needsApproval(work.running.model) && !isApproved) throw notApproved(work.running.model)
    // Deleting the rows is what makes it good for one: of two at once, the second finds none.
    await transaction.deleteSystem('link', keyOf(given.link))
    await transaction.deleteSystem('sign_up', key)
    const person = await openAccount(work, { values, link, credential, isProven: true, from, now })
    const isStrong = credential.kind === 'passkey'
    const session = await beginSession(transaction, dependencies, person, now, from.client, isStrong)
    return { session: { ...session, person }, network }
  })
  counted.succeed()
  leaveRoom(dependencies, done.network)
  return done.session
}

async function credentialFor(
  dependencies: AuthDependencies,
  { credential, browser, values }: Waiting,
  given: Given,
): Promise<FirstCredential> {
  const { model } = dependencies.current.running
  if (given.password === undefined) {
    const isSameBrowser = given.browser !== undefined && isToken(given.browser) && keyOf(given.browser) === browser
    if (isSameBrowser) return credential
    throw isOffered(model, 'password') ? passwordNeeded() : otherBrowser()
  }
  requireOffered(model, 'password')
  return { kind: 'password', hash: await hashNewPassword(dependencies, given.password, values) }
}

/** The document asks for approval since the link was sent. */
function notApproved(model: Model): Refused {
  return new Refused(
    refusal(model, 'not_allowed', { cites: signUpCite(model), remedy: 'An administrator has to let you in.' }),
  )
}

function passwordNeeded(): Refused {
  const message = 'This is not the browser in which you signed up, so please choose your password now.'
  return new Refused({
    code: 'password_needed',
    status: 422,
    message,
    errors: [{ field: 'password', code: 'required', message }],
  })
}

function otherBrowser(): Refused {
  return new Refused({
    code: 'other_browser',
    status: 422,
    message: 'Open this link in the browser in which you signed up: your passkey is there.',
    errors: [],
    remedy: 'Or sign up again in this browser.',
  })
}
