// Keeps a sign-in's way to a provider and back: hashed, bound to one browser, once, ten minutes.
import { createHmac } from 'node:crypto'
import { addressKey } from '../../address-key.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { createToken, isToken, keyOf } from '../../token.ts'
import { refused } from '../../../policy/refused.ts'

const GOOD_FOR_MILLISECONDS = 10 * 60 * 1000

/** Limit of flows from one address, behind which a whole company may be. Completed flows don't count. */
const FLOWS = { count: 120, milliseconds: GOOD_FOR_MILLISECONDS }

export interface Flow {
  /** Path of the provider. */
  readonly provider: string
  /** Path of this application to open afterwards. */
  readonly next: string
  /** A person who is signed in and wants to link the provider, or has; null: somebody wants to sign in. */
  readonly linkTo: string | null
  /** A re-authentication by a provider that was linked before. */
  readonly proves?: boolean
  /** Key of an invitation. */
  readonly invitation?: string
}

/** Secrets that only the browser that began the flow can present. */
export interface FlowSecrets {
  /** Goes to the provider and comes back. */
  readonly state: string
  /** Stays in a cookie. Of it the verifier and the nonce are made, so neither is stored anywhere. */
  readonly secret: string
}

export async function beginFlow(
  dependencies: AuthDependencies,
  flow: Flow,
  client: ClientInfo,
  now: string,
): Promise<FlowSecrets & { readonly seconds: number }> {
  const { storage, rateLimiter } = dependencies
  const wait = await rateLimiter.count(`flow from ${addressKey(client.address)}`, FLOWS)
  if (wait !== undefined) throw refused('too_many', {}, { retryAfter: wait })
  const state = createToken()
  const cookie = createToken()
  const { linkTo, ...rest } = flow
  const expiresAt = new Date(Date.parse(now) + GOOD_FOR_MILLISECONDS).toISOString()
  const value = { kind: KIND, browser: cookie.key, ...rest }
  await storage.write((transaction) =>
    transaction.putSystem('link', { key: state.key, person: linkTo, expiresAt, value }),
  )
  return { state: state.secret, secret: cookie.secret, seconds: GOOD_FOR_MILLISECONDS / 1000 }
}

/** Completes a flow, so that it no longer counts against the limit of its address. */
export async function completeFlow(
  { rateLimiter }: Pick<AuthDependencies, 'rateLimiter'>,
  { address }: ClientInfo,
): Promise<void> {
  await rateLimiter.giveBack(`flow from ${addressKey(address)}`)
}

/** Uses it up: of fifty who come back with one state, one finds it. Another browser finds nothing, and spoils nothing. */
export async function takeFlow(
  { storage }: AuthDependencies,
  { state, secret }: FlowSecrets,
  now: string,
): Promise<Flow | undefined> {
  if (!isToken(state) || !isToken(secret)) return undefined
  return storage.write(async (transaction) => {
    const row = await transaction.system('link', keyOf(state))
    const isGood =
      row !== undefined &&
      row.value['kind'] === KIND &&
      row.value['browser'] === keyOf(secret) &&
      (row.expiresAt ?? '') > now
    if (!isGood || !(await transaction.deleteSystem('link', row.key))) return undefined
    const { provider, next, proves, invitation } = row.value
    return {
      provider: String(provider),
      next: String(next),
      linkTo: row.person,
      ...(proves === true ? { proves } : {}),
      ...(typeof invitation === 'string' ? { invitation } : {}),
    }
  })
}

/** RFC 7636: 43 characters that the provider learns when the code is redeemed. */
export function verifierOf(secrets: FlowSecrets): string {
  return derive(secrets, 'verifier')
}

/** Comes back inside the ID token. */
export function nonceOf(secrets: FlowSecrets): string {
  return derive(secrets, 'nonce')
}

function derive({ state, secret }: FlowSecrets, what: string): string {
  return createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url')
}

const KIND = 'provider'
