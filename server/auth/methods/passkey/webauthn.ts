// Verifies WebAuthn responses; the only file that knows the library, which loads when first needed.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { StoredPasskey } from './passkey.ts'
import { refused } from '../../../policy/refused.ts'

/** ES256, Ed25519, RS256: what authenticators have. */
export const ALGORITHMS: readonly number[] = [-7, -8, -257]

/** The origin and the challenge that an authenticator must have signed. */
export interface ExpectedCeremony {
  /** The base URL. */
  readonly origin: string
  readonly challenge: string
}

/** `https://desk.example.com` → `desk.example.com`: what a passkey is bound to. */
export function relyingPartyOf(origin: string): string {
  return new URL(origin).hostname
}

export interface NewCredential {
  readonly credential: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** Undefined: it does not prove what it must. `response` is whatever was sent. */
export async function verifyNewCredential(
  response: unknown,
  { origin, challenge }: ExpectedCeremony,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    if (!(await hasNoCertificates(response))) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports } = registrationInfo.credential
    return {
      credential: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: Array.isArray(transports) ? transports.map(String).slice(0, 8) : [],
    }
  } catch {
    // The library throws for everything that is not as it must be, and what is sent may be anything.
    return undefined
  }
}

/** The new counter; undefined: it does not prove what it must. */
export async function verifyUse(
  response: unknown,
  { origin, challenge }: ExpectedCeremony,
  { credential, publicKey, counter }: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyOf(origin),
      requireUserVerification: true,
      credential: { id: credential, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * We ask for no attestation. One with certificates would have the library ask addresses that stand in them whether they
 * were revoked: a person who sends it would choose where this server calls.
 */
async function hasNoCertificates(response: unknown): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const { attestationObject } = (response as RegistrationResponseJSON).response
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** The challenge and the origin that the browser claims were signed. */
export interface ClientData {
  readonly challenge: string
  readonly origin: string
}

/** Not verified yet; undefined where it can't be read. */
export function readClientData(response: unknown): ClientData | undefined {
  const inner = isObject(response) ? response['response'] : undefined
  const encoded = isObject(inner) ? inner['clientDataJSON'] : undefined
  if (typeof encoded !== 'string') return undefined
  try {
    const data: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    if (!isObject(data)) return undefined
    const { challenge, origin } = data
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : undefined
  } catch {
    return undefined
  }
}

/** A person who runs the application learns at once that its address is not configured; it tells nothing of anybody. */
export function checkOrigin({ origin }: ClientData, expected: string): void {
  if (origin === expected) return
  throw refused('wrong_origin', { address: expected })
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}
