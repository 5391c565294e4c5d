// An authenticator in software: ES256 keys, CBOR by hand, and every lie that a test wants of it.
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** Statements of the authenticator or the browser that differ from what they should be. */
export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly type?: string
  /** Neither a finger nor a PIN was asked for. */
  readonly unverified?: boolean
  readonly absent?: boolean
  readonly counter?: number
  readonly handle?: string
  readonly crossOrigin?: boolean
}

export interface SoftwareAuthenticator {
  /** Answers `navigator.credentials.create`: makes a new key. */
  create(options: CreationOptions, lies?: Lies): object
  /** Answers `navigator.credentials.get` with the key that was made last. */
  get(options: RequestOptions, lies?: Lies): object
  /** Another authenticator with the same key: a copy. */
  copy(): SoftwareAuthenticator
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

interface Key {
  readonly id: string
  readonly privateKey: KeyObject
  readonly handle: string
}

/** `counts`: its counter starts at 1; else it says 0 for ever, as passkeys that are synchronised do. */
export function softwareAuthenticator(
  origin: string,
  { counts = true }: { readonly counts?: boolean } = {},
  key?: Key,
  uses = 0,
): SoftwareAuthenticator {
  let held = key
  let used = uses

  function authenticatorData(rpId: string, lies: Lies, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = (lies.absent ? 0 : 0x01) | (lies.unverified ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.counter ?? (counts ? ++used : 0))
    const hash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, Buffer.from([flags]), counter, attested])
  }

  function clientData(type: string, challenge: string, lies: Lies): string {
    const data = {
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      crossOrigin: lies.crossOrigin ?? false,
      ...(lies.crossOrigin ? { topOrigin: 'https://evil.example' } : {}),
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  return {
    create({ challenge, rp, user }, lies = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(32)
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose])
      held = { id: id.toString('base64url'), privateKey, handle: user.id }
      const data = authenticatorData(rp.id, lies, attested)
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(data),
      ])
      return {
        id: held.id,
        rawId: held.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, lies = {}) {
      if (held === undefined) throw new Error('The authenticator has no key yet.')
      const data = authenticatorData(rpId, lies)
      const client = clientData('webauthn.get', challenge, lies)
      const clientHash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
      const signature = createSign('sha256').update(data).update(clientHash).sign(held.privateKey)
      return {
        id: held.id,
        rawId: held.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client,
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.handle ?? held.handle,
        },
      }
    },
    copy: () => softwareAuthenticator(origin, { counts }, held, used),
  }
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 0xff]), value])
}
