// Declares a stored passkey, and reads and writes its row: one public key of one person.
import type { SystemRow } from '../../../storage/system-row.ts'

export interface StoredPasskey {
  /** Id of this entry in URLs. */
  readonly id: string
  /** Credential id from the authenticator, base64url. It is the key of the row. */
  readonly credential: string
  readonly person: string
  readonly name: string
  /** COSE, base64url. */
  readonly publicKey: string
  /** Grows with each use; 0 for authenticators that don't count. */
  readonly counter: number
  /** Random, one for all passkeys of a person: by it the authenticator says whose passkey it is. */
  readonly handle: string
  readonly transports: readonly string[]
  readonly createdAt: string
  readonly usedAt: string | null
}

/** Under which rows of the storage's `passkey` table: the credential's own name. */
export function passkeyRow(passkey: StoredPasskey): SystemRow {
  const { credential, person, ...value } = passkey
  return { key: credential, person, expiresAt: null, value }
}

export function passkeyOf({ key, person, value }: SystemRow): StoredPasskey {
  return {
    id: String(value['id']),
    credential: key,
    person: person ?? '',
    name: String(value['name']),
    publicKey: String(value['publicKey']),
    counter: Number(value['counter']),
    handle: String(value['handle']),
    transports: Array.isArray(value['transports']) ? value['transports'].map(String) : [],
    createdAt: String(value['createdAt']),
    usedAt: typeof value['usedAt'] === 'string' ? value['usedAt'] : null,
  }
}
