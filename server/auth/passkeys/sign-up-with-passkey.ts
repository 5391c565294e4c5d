// Signing up with a passkey in place of a password.
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../records/refused.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import type { SignUpOutcome } from '../sign-up/admit.ts'
import { admit } from '../sign-up/admit.ts'
import { readSignUp } from '../sign-up/applicant.ts'
import { requireOffered } from '../ways.ts'
import { creationOptions, notAdded, readPasskeyName } from './add-passkey.ts'
import { checkOrigin, readShown, verifyNewCredential } from './ceremony.ts'
import { giveChallenge } from './challenges.ts'

const ASKED = { purpose: 'sign up', person: null } as const

/** The same whether or not there is an account with this address. */
export async function offerSignUp(
  dependencies: AuthDependencies,
  person: { readonly name: string; readonly email: string },
  from: From,
  origin: string,
  now: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { model } = dependencies.current.running
  requireOffered(model, 'passkey')
  const challenge = giveChallenge(dependencies, ASKED, from, now)
  const handle = dependencies.challenges.handleFor(challenge)
  return creationOptions(model, origin, { challenge, handle, name: person.email, displayName: person.name }, [])
}

/** `body`: the person's fields, and an invitation where there is one. */
export async function signUpWithPasskey(
  dependencies: AuthDependencies,
  body: { readonly [name: string]: unknown },
  given: { readonly name: string; readonly response: unknown },
  { from, browser }: { readonly from: From; readonly browser: string | undefined },
  origin: string,
  now: string,
): Promise<SignUpOutcome> {
  const { model } = dependencies.current.running
  requireOffered(model, 'passkey')
  const name = readPasskeyName(model, given.name)
  const { errors, ...applicant } = readSignUp(dependencies, body, from)
  if (errors.length > 0) throw new Refused(refusal(model, 'invalid', { errors }))
  const shown = readShown(given.response)
  if (shown === undefined) throw notAdded()
  checkOrigin(shown, origin)
  const { challenges } = dependencies
  if (!challenges.isGood(shown.challenge, ASKED, now)) throw notAdded()
  const credential = await verifyNewCredential(given.response, { origin, challenge: shown.challenge })
  if (credential === undefined || !challenges.use(shown.challenge, now)) throw notAdded()
  const handle = challenges.handleFor(shown.challenge)
  const passkey = { kind: 'passkey', ...credential, name, handle } as const
  return admit(dependencies, { ...applicant, credential: passkey, browser, from, now })
}
