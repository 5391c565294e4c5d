// Seals and opens secrets with AES-256-GCM, under a key that is not in the database.
import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

export interface SecretKey {
  /**
   * Key id, derived from the hash of the key. It is part of everything that the key seals, and reveals nothing about
   * the key.
   */
  readonly id: string
  readonly bytes: Buffer
}

export interface Keyring {
  /** Key that seals from now on; undefined: none is needed yet. */
  readonly present: string | undefined
  /** `about`: whose secret it is and what for. It opens for nothing else. */
  seal(text: string, about: string): string
  /** A key for one purpose, the same wherever the present key is; undefined: there is none yet. */
  keyFor(purpose: string): Buffer | undefined
  /** Undefined: it was sealed under a key that is lost. Throws where it was changed, or is about something else. */
  open(sealed: string, about: string): string | undefined
}

interface Keys {
  readonly present: SecretKey | undefined
  /** Makes the key at first need, and keeps it durably before it gives it. */
  readonly make: () => SecretKey
  /** Former keys, which still open what they sealed but seal nothing new. */
  readonly former: readonly SecretKey[]
}

export function createKeyring({ present, make, former }: Keys): Keyring {
  let sealing = present
  const known = new Map([...former, ...(present === undefined ? [] : [present])].map((key) => [key.id, key]))
  return {
    get present() {
      return sealing?.id
    },
    seal(text, about) {
      sealing ??= make()
      known.set(sealing.id, sealing)
      const { id, bytes } = sealing
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, bytes, nonce).setAAD(boundTo(id, about))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${PREFIX}${id}:${sealed.toString('base64url')}`
    },
    keyFor: (purpose) => sealing && Buffer.from(hkdfSync('sha256', sealing.bytes, '', purpose, 32)),
    open(text, about) {
      const id = sealedUnder(text) ?? ''
      const key = known.get(id)
      if (key === undefined) return undefined
      const sealed = Buffer.from(text.slice(PREFIX.length + id.length + 1), 'base64url')
      const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(boundTo(id, about)).setAuthTag(sealed.subarray(-TAG_BYTES))
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Id of the key; undefined: the text is not sealed. */
export function sealedUnder(text: string): string | undefined {
  return /^sealed:1:([\w-]{8}):/.exec(text)?.[1]
}

export function secretKey(bytes: Buffer): SecretKey {
  return { id: hash('sha256', Buffer.concat([Buffer.from('key id '), bytes]), 'base64url').slice(0, 8), bytes }
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** With the number of this form, should there be another one. */
const PREFIX = 'sealed:1:'

function boundTo(id: string, about: string): Buffer {
  return Buffer.from(`${PREFIX}${id}:${about}`)
}
