// Speaks OpenID Connect with providers; the only file that knows the library.
import type { ClientAuth, Configuration } from 'openid-client'
import type { SignInProblem } from '#shared/protocol/sign-in-problem.ts'
import type { FlowSecrets } from './provider-flow.ts'
import { nonceOf, verifierOf } from './provider-flow.ts'
import type { Provider, ProviderSettings } from './provider.ts'
import { providerRefused } from './provider.ts'

/** Seconds until a provider counts as down. */
const TIMEOUT = 10

/** Verified identity of a person at the provider. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  readonly name: string | undefined
  readonly email: string | undefined
  /** The provider vouches for the address. */
  readonly isVerified: boolean
  /** When the person signed in there, in milliseconds since 1970, as far as the provider says so. */
  readonly signedInAt: number | undefined
}

/**
 * Builds the URL at the provider to which the browser is sent. `redirectUri` lies under the base URL. `anew` requires
 * a new sign-in, even for a person who is signed in there.
 */
export async function authorizationUrl(
  provider: Provider,
  redirectUri: string,
  secrets: FlowSecrets,
  anew: boolean,
): Promise<string> {
  return translateProviderErrors(provider, async () => {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
    const url = buildAuthorizationUrl(await configurationOf(provider.settings), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: secrets.state,
      nonce: nonceOf(secrets),
      code_challenge: await calculatePKCECodeChallenge(verifierOf(secrets)),
      code_challenge_method: 'S256',
      ...(anew ? { prompt: 'login', max_age: '0' } : {}),
    })
    return url.href
  })
}

/** Redeems what the provider sent the browser back with. `cameBack`: the address that it called, on the base URL. */
export async function redeemCallback(provider: Provider, cameBack: URL, secrets: FlowSecrets): Promise<Claims> {
  return translateProviderErrors(provider, async () => {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client')
    const configuration = await configurationOf(provider.settings)
    const tokens = await authorizationCodeGrant(configuration, cameBack, {
      expectedState: secrets.state,
      expectedNonce: nonceOf(secrets),
      pkceCodeVerifier: verifierOf(secrets),
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (token === undefined) throw new TypeError('The provider gave no ID token.')
    // Many providers put the address in the ID token; others want to be asked for it.
    const claims =
      token['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, token.sub)
        : token
    return {
      issuer: token.iss,
      subject: token.sub,
      name: textIn(claims['name']) ?? textIn(claims['preferred_username']),
      email: textIn(claims['email']),
      isVerified: claims['email_verified'] === true,
      signedInAt: typeof token.auth_time === 'number' ? token.auth_time * 1000 : undefined,
    }
  })
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

const configurations = new WeakMap<ProviderSettings, Promise<Configuration>>()

/** Asked of the provider once; again after it did not respond. */
function configurationOf(settings: ProviderSettings): Promise<Configuration> {
  const known = configurations.get(settings)
  if (known !== undefined) return known
  const asking = discover(settings)
  configurations.set(settings, asking)
  asking.catch(() => configurations.delete(settings))
  return asking
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, discovery, enableNonRepudiationChecks } =
    await import('openid-client')
  // What the standard takes for granted, unless the provider names other ways and not this one.
  const authenticate: ClientAuth = (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const proveBy = ways.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    proveBy(clientSecret)(server, ...rest)
  }
  // The signature of the ID token is verified too, though it comes from the provider itself.
  const execute = [enableNonRepudiationChecks]
  // The settings allow http only for this machine.
  if (issuer.startsWith('http:')) execute.push(allowInsecureRequests)
  return discovery(new URL(issuer), clientId, undefined, authenticate, { execute, timeout: TIMEOUT })
}

/** Whatever the library says becomes one of our own sentences: what a provider wrote is the refusal's cause, which only the log keeps. */
async function translateProviderErrors<T>(provider: Provider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const refused = providerRefused(await problemOf(error), provider)
    refused.cause = error
    throw refused
  }
}

/**
 * Describes an error for the log: names and codes of the error and its causes, but never a whole response of a
 * provider.
 */
export function providerReasonOf(error: unknown): string {
  const said: string[] = []
  for (let at = error; at instanceof Error && said.length < 4; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? ` (${at.code})` : ''
    const word = 'error' in at && typeof at.error === 'string' ? ` "${at.error.slice(0, 60)}"` : ''
    said.push(`${at.name}${code}${word}: ${at.message.slice(0, 200)}`)
  }
  return said.join(' ← ')
}

async function problemOf(error: unknown): Promise<SignInProblem> {
  const { AuthorizationResponseError, ClientError } = await import('openid-client')
  if (error instanceof AuthorizationResponseError) {
    if (UNAVAILABLE.has(error.error)) return 'provider_unavailable'
    return error.error === 'access_denied' || error.error.endsWith('_required') ? 'provider_denied' : 'provider_failed'
  }
  const isTimeout = error instanceof ClientError && error.code === 'OAUTH_TIMEOUT'
  return isTimeout || isNetworkFailure(error) || isServerError(error) ? 'provider_unavailable' : 'provider_failed'
}

/** OAuth's own words for it. */
const UNAVAILABLE: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable'])

/** `fetch` throws a TypeError with a cause that has the system's code. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && error.cause instanceof Error
}

function isServerError(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response && cause.status >= 500
}
