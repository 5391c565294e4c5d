// Lists the OpenID Connect providers that the document names and the environment configures.
import type { Model, SignInOption } from '#shared/model/model.ts'
import type { SignInProblem } from '#shared/protocol/sign-in-problem.ts'
import type { Refused } from '../../../policy/refused.ts'
import { refused } from '../../../policy/refused.ts'

export interface ProviderSettings {
  /** `https://login.example.com`; http only on this machine. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Providers by their name in URLs, in kebab-case. */
export type Providers = ReadonlyMap<string, ProviderSettings>

export interface Provider {
  /** Name that people see. */
  readonly name: string
  readonly path: string
  readonly settings: ProviderSettings
}

const NONE: Providers = new Map()

/** Lists the providers that have settings, in the order of the document. */
export function usableProviders({ accountPolicy }: Model, settings: Providers = NONE): readonly Provider[] {
  return accountPolicy.signIn.flatMap((way) => {
    const found = way.kind === 'provider' ? settings.get(way.path) : undefined
    return way.kind === 'provider' && found !== undefined ? [{ name: way.name, path: way.path, settings: found }] : []
  })
}

/** The ways that people are shown: a provider without settings is none. */
export function usableSignInMethods({ accountPolicy }: Model, settings: Providers = NONE): readonly SignInOption[] {
  return accountPolicy.signIn.filter((way) => way.kind !== 'provider' || settings.has(way.path))
}

export function providerAt(model: Model, settings: Providers | undefined, path: string): Provider | undefined {
  return usableProviders(model, settings).find((provider) => provider.path === path)
}

/** Returns messages to print at startup: a sentence for each provider that lacks its settings. */
export function missingSettings({ accountPolicy }: Model, settings: Providers): readonly string[] {
  return accountPolicy.signIn.flatMap((way) => {
    if (way.kind !== 'provider' || settings.has(way.path)) return []
    const variable = `OIDC_${way.path.replaceAll('-', '_').toUpperCase()}`
    return [
      `Nobody can sign in by "${way.name}" yet: set ${variable}_ISSUER, ${variable}_CLIENT_ID and ${variable}_CLIENT_SECRET.`,
    ]
  })
}

export function providerRefused(code: SignInProblem, provider: Pick<Provider, 'name'>): Refused {
  return refused(code, { provider: provider.name }, code === 'provider_unavailable' ? { retryAfter: 60 } : {})
}
