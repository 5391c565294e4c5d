// Creates, lists and revokes API tokens: a name, some of the person's roles, an expiry; hashed.
import type { ApiTokenItem } from '#shared/protocol/own-account.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { requireReauthentication } from '../sessions/require-reauthentication.ts'
import { createApiToken } from '../token.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { refusedFields } from '../../policy/refused.ts'

const MOST_TOKENS = 50
const LONGEST_NAME = 100
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000
export const DEFAULT_DAYS = 90
export const MOST_DAYS = 366

export interface NewApiToken {
  readonly name: string
  readonly roles: readonly string[]
  readonly administrator: boolean
  /** RFC 3339; undefined: in 90 days. */
  readonly expiresAt: string | undefined
}

/** `token` is shown once. A token does no more than its person may at that moment. */
export async function issueApiToken(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  wanted: NewApiToken,
  session: string | undefined,
): Promise<ApiTokenItem & { readonly token: string }> {
  const { storage, current, newId } = dependencies
  const { revision } = current.running
  const person = actor.person?.id ?? ''
  const expiresAt = new Date(wanted.expiresAt ?? Date.parse(now) + DEFAULT_DAYS * DAY_MILLISECONDS).getTime()
  const errors = [
    ...(wanted.name.trim() === '' || wanted.name.length > LONGEST_NAME
      ? [fieldError('name', 'name_length', { most: LONGEST_NAME })]
      : []),
    ...wanted.roles
      .filter((role) => !actor.roles.includes(role))
      .map((role) => fieldError('roles', 'not_your_role', { role })),
    ...(wanted.administrator && !actor.administrator ? [fieldError('administrator', 'no_administrator')] : []),
    ...(!(expiresAt > Date.parse(now) && expiresAt <= Date.parse(now) + MOST_DAYS * DAY_MILLISECONDS)
      ? [fieldError('expires_at', 'token_end')]
      : []),
  ]
  if (errors.length > 0) throw refusedFields('invalid', errors)
  const { secret, key } = createApiToken()
  const id = newId(now)
  return storage.write(async (transaction) => {
    await requireReauthentication(transaction, session, now)
    if ((await transaction.systemOf('token', person)).length >= MOST_TOKENS) {
      const full = [fieldError('name', 'too_many_tokens', { most: MOST_TOKENS })]
      throw refusedFields('conflict', full)
    }
    const began = session === undefined ? undefined : await transaction.system('session', session)
    const row: SystemRow = {
      key,
      person,
      expiresAt: new Date(expiresAt).toISOString(),
      value: {
        id,
        name: wanted.name.trim(),
        roles: [...new Set(wanted.roles)],
        administrator: wanted.administrator,
        begins: secret.slice(0, 8),
        created_at: now,
        last_used_at: null,
        strong: began?.value['strong'] === true,
      },
    }
    await transaction.putSystem('token', row)
    const { roles, administrator } = wanted
    const detail = { token: id, name: wanted.name.trim(), roles, administrator }
    await appendAudit(transaction, { event: 'token_created', at: now, by: person, detail, revision })
    return { ...itemOf(row), token: secret }
  })
}

export async function listApiTokens(
  { storage }: AuthDependencies,
  { actor }: ActorContext,
): Promise<readonly ApiTokenItem[]> {
  return (await storage.database.systemOf('token', actor.person?.id ?? '')).map(itemOf)
}

/** False: the person has none of that id. */
export async function revokeApiToken(
  { storage, current }: AuthDependencies,
  { actor, now }: ActorContext,
  id: string,
): Promise<boolean> {
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    const row = (await transaction.systemOf('token', person)).find(({ value }) => value['id'] === id)
    if (row === undefined) return false
    const detail = { token: id, name: String(row.value['name']) }
    const { revision } = current.running
    await appendAudit(transaction, { event: 'token_ended', at: now, by: person, detail, revision })
    return transaction.deleteSystem('token', row.key)
  })
}

function itemOf({ value, expiresAt }: SystemRow): ApiTokenItem {
  return {
    id: String(value['id']),
    name: String(value['name']),
    roles: Array.isArray(value['roles']) ? value['roles'].map(String) : [],
    administrator: value['administrator'] === true,
    begins: String(value['begins']),
    created_at: String(value['created_at']),
    // Every token ends.
    expires_at: expiresAt ?? '',
    last_used_at: typeof value['last_used_at'] === 'string' ? value['last_used_at'] : null,
  }
}
