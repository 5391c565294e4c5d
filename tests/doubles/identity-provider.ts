// A real provider of identities in the test's own process: the person at the browser is signed in there without a form.
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { KoaContextWithOIDC } from 'oidc-provider'

export interface Known {
  readonly sub: string
  readonly name?: string
  readonly email?: string
  readonly email_verified?: boolean
}

export interface IdentityProvider {
  readonly issuer: string
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  /** The person who signs in at the provider from now on; 'nobody' declines. */
  person: Known | 'nobody'
  /** To be called when the application's address is known. */
  serve(applicationUrl: string): void
  /** Answers nothing but 503 while true. */
  isDown: boolean
  close(): Promise<void>
}

const CLIENT = { clientId: 'desk', clientSecret: 'a secret of +/% characters:' }

export async function startIdentityProvider(path = 'company'): Promise<IdentityProvider> {
  const known = new Map<string, Known>()
  let handle: ReturnType<Provider['callback']> | undefined
  let interact: RequestListener | undefined
  const server = createServer((request, response) => {
    if (it.isDown || handle === undefined) {
      response.writeHead(503).end()
      return
    }
    if (request.url?.startsWith('/interaction/')) interact?.(request, response)
    else void handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  const it: IdentityProvider = {
    issuer,
    settings: { issuer, ...CLIENT },
    person: 'nobody',
    isDown: false,
    serve(applicationUrl) {
      const provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.clientId,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [`${applicationUrl}/api/auth/providers/${path}/callback`],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: {
          url: (_: KoaContextWithOIDC, interaction: { readonly uid: string }) => `/interaction/${interaction.uid}`,
        },
        cookies: { keys: ['a key for tests'] },
        findAccount: (_: KoaContextWithOIDC, sub: string) => ({
          accountId: sub,
          claims: () => ({ ...known.get(sub), sub }),
        }),
        ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
      })
      // What goes wrong is what the tests are about.
      provider.on('server_error', () => {})
      handle = provider.callback()
      const decide = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { prompt, params, session } = await provider.interactionDetails(request, response)
        const { person } = it
        if (person === 'nobody') {
          await provider.interactionFinished(request, response, { error: 'access_denied' })
          return
        }
        known.set(person.sub, person)
        if (prompt.name === 'login') {
          await provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
          return
        }
        const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) })
        grant.addOIDCScope('openid email profile')
        await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
      }
      interact = (request, response) => void decide(request, response)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return it
}
