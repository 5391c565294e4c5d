// Declares how webhooks leave: private hosts that are allowed, and secrets by address.

export interface WebhookConfig {
  /** `crm.local`, `10.0.0.5`, `localhost:4000`: hosts that may lie in a private network. */
  readonly allowPrivateHosts: ReadonlySet<string>
  readonly secrets: readonly WebhookSecret[]
}

export interface WebhookSecret {
  /** Addresses that begin with it are signed by its keys; the longest one counts. */
  readonly address: string
  /** `whsec_` and Base64; the one that takes the place of another stands first, and both sign. */
  readonly keys: readonly string[]
}

export function secretsFor({ secrets }: Pick<WebhookConfig, 'secrets'>, url: URL): readonly string[] {
  const found = secrets
    .filter(({ address }) => isWithin(url, new URL(address)))
    .toSorted((one, other) => other.address.length - one.address.length)
  return found[0]?.keys ?? []
}

function isWithin(url: URL, base: URL): boolean {
  if (url.origin !== base.origin) return false
  const path = base.pathname.replace(/\/$/, '')
  return url.pathname === path || url.pathname.startsWith(`${path}/`)
}
