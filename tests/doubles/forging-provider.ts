// A provider that answers with any ID token that a test makes: for what a real one never says.
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Forgery {
  readonly claims?: { readonly [name: string]: unknown }
  readonly header?: { readonly [name: string]: unknown }
  /** How it is signed; by the provider's own key if nothing is said. */
  readonly by?: 'another key' | 'nobody' | 'the public key as a secret'
  /** The token endpoint's whole answer, in place of one with a token. */
  readonly answer?: { readonly status: number; readonly body: object }
}

export interface ForgingProvider {
  readonly issuer: string
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string }
  forgery: Forgery
  /** The nonce with which the browser was sent to the provider. */
  nonce: string
  /** How often the token endpoint, and how often any other address, was asked. */
  readonly asked: { token: number; elsewhere: number }
  close(): Promise<void>
}

export async function startForgingProvider(): Promise<ForgingProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer((request, response) => {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') send(metadata())
    else if (request.url === '/jwks')
      send({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] })
    else if (request.url === '/token') {
      it.asked.token++
      const { answer } = it.forgery
      if (answer !== undefined) send(answer.body, answer.status)
      else send({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken() })
    } else {
      it.asked.elsewhere++
      send({}, 404)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  function metadata(): object {
    return {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  function idToken(): string {
    const now = Math.floor(Date.now() / 1000)
    const { by, claims, header } = it.forgery
    const alg = by === 'nobody' ? 'none' : by === 'the public key as a secret' ? 'HS256' : 'RS256'
    const payload = {
      iss: issuer,
      sub: 'forged',
      aud: 'desk',
      iat: now,
      exp: now + 60,
      nonce: it.nonce,
      email: 'forged@example.com',
      email_verified: true,
      ...claims,
    }
    const signed = [{ alg, kid: 'own', ...header }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${signatureOf(signed, by)}`
  }

  function signatureOf(signed: string, by: Forgery['by']): string {
    if (by === 'nobody') return ''
    if (by === 'the public key as a secret') {
      const secret = own.publicKey.export({ format: 'pem', type: 'spki' })
      return createHmac('sha256', secret).update(signed).digest('base64url')
    }
    const key = by === 'another key' ? other.privateKey : own.privateKey
    return createSign('sha256').update(signed).sign(key).toString('base64url')
  }

  const it: ForgingProvider = {
    issuer,
    settings: { issuer, clientId: 'desk', clientSecret: 'secret' },
    forgery: {},
    nonce: '',
    asked: { token: 0, elsewhere: 0 },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return it
}
