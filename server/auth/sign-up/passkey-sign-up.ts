// Signs a person up with a passkey in place of a password.
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import type { SignUpOutcome } from './admit-applicant.ts'
import { admitApplicant } from './admit-applicant.ts'
import { readApplicant } from './applicant.ts'
import { requireOffered } from '../sign-in-methods.ts'
import { creationOptions, notAdded, readPasskeyName } from '../methods/passkey/add-passkey.ts'
import { checkOrigin, readClientData, verifyNewCredential } from '../methods/passkey/webauthn.ts'
import { issueChallenge } from '../methods/passkey/passkey-challenges.ts'
import { refusedFields } from '../../policy/refused.ts'

const ASKED = { purpose: 'sign up', person: null } as const

/** Starts a sign-up with a passkey. The response is the same whether or not an account with this address exists. */
export async function startPasskeySignUp(
  dependencies: AuthDependencies,
  person: { readonly name: string; readonly email: string },
  client: ClientInfo,
  origin: string,
  now: string,
): Promise<ReturnType<typeof creationOptions>> {
  const { model } = dependencies.current.running
  requireOffered(model, 'passkey')
  const challenge = await issueChallenge(dependencies, ASKED, client, now)
  const handle = await dependencies.challenges.handleFor(challenge)
  return creationOptions(model, origin, { challenge, handle, name: person.email, displayName: person.name }, [])
}

/** `body`: the person's fields, and an invitation where there is one. */
export async function signUpWithPasskey(
  dependencies: AuthDependencies,
  body: { readonly [name: string]: unknown },
  given: { readonly name: string; readonly response: unknown },
  { client, browser }: { readonly client: ClientInfo; readonly browser: string | undefined },
  origin: string,
  now: string,
): Promise<SignUpOutcome> {
  const { model } = dependencies.current.running
  requireOffered(model, 'passkey')
  const name = readPasskeyName(given.name)
  const { errors, ...applicant } = await readApplicant(dependencies, body, client)
  if (errors.length > 0) throw refusedFields('invalid', errors)
  const shown = readClientData(given.response)
  if (shown === undefined) throw notAdded()
  checkOrigin(shown, origin)
  const { challenges } = dependencies
  if (!(await challenges.isGood(shown.challenge, ASKED, now))) throw notAdded()
  const credential = await verifyNewCredential(given.response, { origin, challenge: shown.challenge })
  if (credential === undefined || !(await challenges.use(shown.challenge, now))) throw notAdded()
  const handle = await challenges.handleFor(shown.challenge)
  const passkey = { kind: 'passkey', ...credential, name, handle } as const
  return admitApplicant(dependencies, { ...applicant, credential: passkey, browser, client, now })
}
