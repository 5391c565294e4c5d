// A helpdesk beside a real provider of identities in this process, and browsers that go from one to the other.
import type { AddressInfo } from 'node:net'
import type { CookieJar, Landing } from '../doubles/cookie-jar.ts'
import { HELPDESK } from './helpdesk.ts'
import { startIdentityProvider } from '../doubles/identity-provider.ts'
import type { TestApp } from './start-app.ts'
import { startApp } from './start-app.ts'

/** One provider that is there, and one that has no settings. */
export const PROVIDER_DESK = HELPDESK.replace(
  '- sign-in: password',
  '- sign-in: "Company" by OIDC, password, "Nowhere" by OIDC',
).replace('| requests | 300 per minute |', '| requests | 100,000 per minute |')

export function baseOf({ server }: TestApp): string {
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

export async function startProviderDesk(document = PROVIDER_DESK) {
  const idp = await startIdentityProvider()

  const app = await startApp(document, undefined, { providers: new Map([['company', idp.settings]]) })
  const base = baseOf(app)
  idp.serve(base)
  const isOurPage = (url: URL) => url.origin === base && !url.pathname.startsWith('/api/')
  let numbers = 0
  return {
    idp,
    app,
    base,
    isOurPage,
    /** A person at the provider who has no account yet. */
    stranger(more: { readonly email?: string; readonly email_verified?: boolean; readonly name?: string } = {}) {
      numbers++
      const email = `p${numbers}@example.com`
      return { sub: `sub-${numbers}`, name: `Person ${numbers}`, email, email_verified: true, ...more }
    },
    /** Through the provider and back, until the page of ours that it leads to. */
    signIn: (jar: CookieJar, next = '/tickets'): Promise<Landing> =>
      jar.go(`${base}/api/auth/providers/company/start?${new URLSearchParams({ next }).toString()}`, isOurPage),
    /** Goes as far as the callback, which is not called. */
    comeBack: (jar: CookieJar): Promise<Landing> =>
      jar.go(`${base}/api/auth/providers/company/start`, (url) => url.pathname.endsWith('/callback')),
    whoIs: async (jar: CookieJar) =>
      (await (await jar.send(`${base}/api/auth/me`, 'GET')).json()) as {
        readonly person: { readonly id: string; readonly email: string; readonly roles: readonly string[] } | null
      },
    async stop(): Promise<void> {
      await app.stop()
      await idp.close()
    },
  }
}

/** Returns the path to which a browser was led, and the problem that the address names. */
export const problemAt = ({ url }: Landing) => [url.pathname, url.searchParams.get('problem')]
