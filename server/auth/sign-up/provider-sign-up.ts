// Signs a person in with a provider, and signs up those who come the first time.
import type { CommandContext } from '../../records/write/command-context.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { SignInOutcome } from '../methods/complete-sign-in.ts'
import { providerRefused } from '../methods/provider/provider.ts'
import type { ProviderSignIn } from '../methods/provider/sign-in.ts'
import { signInWithProvider } from '../methods/provider/sign-in.ts'
import type { SignUpSlot } from './admit-applicant.ts'
import { keepWaitingProven, takeSignUpSlot } from './admit-applicant.ts'
import { needsApproval, readFields } from './applicant.ts'
import { openAccount } from './open-account.ts'

export async function signInOrUpWithProvider(
  dependencies: AuthDependencies,
  arriving: ProviderSignIn,
): Promise<SignInOutcome> {
  const attempt = (slot?: SignUpSlot) =>
    signInWithProvider(dependencies, arriving, (context, email) => signUp(dependencies, context, arriving, email, slot))
  const slot = () => takeSignUpSlot(dependencies, arriving.claims.email ?? '', arriving.client, 'administrator')
  const first = await attempt()
  const outcome = first === 'slot needed' ? await attempt(await slot()) : first
  // What says that they wait is written, so it is no refusal yet.
  if (outcome === 'waits') throw providerRefused('sign_up_waits', arriving.provider)
  if (outcome === 'slot needed') throw new Error('A slot was taken.')
  return outcome
}

/** Only as point 6 lets people in: with the role of a person who signs up, or with that of the invitation. `waits`: an administrator has to approve them. */
async function signUp(
  dependencies: AuthDependencies,
  context: CommandContext,
  { provider, claims, invitation, now, client }: ProviderSignIn,
  email: string,
  slot: SignUpSlot | undefined,
): Promise<{ readonly person: string } | 'waits' | 'slot needed'> {
  const { model } = context.running
  if (invitation === undefined && model.accountPolicy.signUp.kind !== 'open')
    throw providerRefused('no_account', provider)
  const { values, errors } = readFields(model, { name: claims.name ?? email.split('@')[0], email })
  if (errors.length > 0) throw providerRefused('provider_incomplete', provider)
  if (invitation === undefined && needsApproval(model))
    return keepWaitingProven(dependencies, context, { values, client, now }, slot)
  const credential = { kind: 'none' } as const
  return { person: await openAccount(context, { values, link: invitation, credential, isProven: true, client, now }) }
}
