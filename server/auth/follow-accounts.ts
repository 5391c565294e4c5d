// Follows changes of people: moves, shuts and closes their accounts in the same transaction.
import type { PeopleFollower } from '../records/records-dependencies.ts'
import type { CommandContext } from '../records/write/command-context.ts'
import type { HistoryEntry } from '../storage/history-entry.ts'
import type { Transaction } from '../storage/transaction.ts'
import { accountKey } from './account.ts'
import type { AuthDependencies } from './auth-dependencies.ts'
import { noteNewAccount } from './rate-limit/new-accounts.ts'
import type { Budgets } from './rate-limit/usage-budget.ts'
import { revokeAccess, revokeLinks } from './sessions/revoke-access.ts'
import { proveToGive } from './people/prove-to-give.ts'
import { guardHistory, guardPerson, guardRemoval } from './people/protect-administrators.ts'
import { addressChangedMessage } from './mail/account-messages.ts'
import { mailSenderOf } from './mail/mail-sender.ts'
import { requireReauthentication } from './sessions/require-reauthentication.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { refused, refusedFields } from '../policy/refused.ts'

/** A person's address changed: the account moves with it. Undefined: there is none, or it stays. False: somebody else signs in with the new address. */
async function moveAccount(transaction: Transaction, person: string, email: string): Promise<boolean | undefined> {
  const [account] = await transaction.systemOf('account', person)
  const key = accountKey(email)
  if (account === undefined || account.key === key) return undefined
  if ((await transaction.system('account', key)) !== undefined) return false
  await transaction.deleteSystem('account', account.key)
  await transaction.putSystem('account', { ...account, key })
  return true
}

/**
 * Keeps a person's account at the person's address, in the transaction that changes it; a person who is no longer active has no session left.
 * It does not matter how it is changed: an update, a transition, an effect on somebody else.
 * With another address somebody could have a new password sent: that asks for a recent proof, and is nothing for programs.
 */
async function followAccount(
  mailing: MailSettings,
  context: CommandContext,
  person: string,
  changes: HistoryEntry['changes'],
): Promise<void> {
  const [former, email] = changes['email'] ?? []
  const active = changes['active']?.[1]
  const { actor, session, now, byToken } = context.actorContext
  if (byToken === true && ['email', 'active', 'roles'].some((field) => field in changes)) throw refused('not_by_token')
  if (active === false) await endSessions(context, person)
  if (typeof email !== 'string') return
  const isMoved = await moveAccount(context.transaction, person, email)
  if (isMoved === undefined) return
  if (!isMoved) {
    const errors = [fieldError('email', 'address_taken')]
    throw refusedFields('conflict', errors)
  }
  // What the document does by itself is nobody's to prove.
  if (!actor.system) await requireReauthentication(context.transaction, session, now)
  // What was sent to the old address leads nowhere any more.
  await revokeLinks(context.transaction, person)
  const to = typeof former === 'string' ? former : null
  const message = addressChangedMessage({ to, model: context.running.model })
  await mailSenderOf(mailing)?.mail.send(context.transaction, message)
}

/** All sessions and tokens of a person who is shut out or removed: they don't come back with the person. */
async function endSessions({ transaction, actorContext }: CommandContext, person: string): Promise<void> {
  if (actorContext.byToken === true) throw refused('not_by_token')
  await revokeAccess(transaction, person)
}

/** A person who is removed has no access left. With a record that is gone for good the account goes as well: nothing is kept of it, and the address is free. */
async function closeAccount(context: CommandContext, person: string): Promise<void> {
  await endSessions(context, person)
  const { transaction } = context
  if ((await transaction.record('Person', person, { trash: true })) !== undefined) return
  for (const table of TABLES_OF_ACCOUNTS)
    for (const { key } of await transaction.systemOf(table, person)) await transaction.deleteSystem(table, key)
}

const TABLES_OF_ACCOUNTS = [
  'account',
  'second_factor',
  'passkey',
  'identity',
  'link',
  'mail_off',
  'new_account',
  'draft',
  'draft_text',
] as const

type MailSettings = Pick<AuthDependencies, 'mail' | 'publicUrl'>

interface AccountSettings extends MailSettings {
  readonly budgets: Budgets
  readonly elapsed?: (() => number) | undefined
}

/** Updates accounts when records of people change, and budgets when an account is made. */
export function followAccounts(settings: AccountSettings): PeopleFollower {
  const { budgets, elapsed = () => performance.now() } = settings
  return {
    admitted: ({ transaction, actorContext: { now } }, person, network) =>
      noteNewAccount({ budgets, elapsed }, transaction, { person, network, now }),
    changed: (context, person, changes) => followAccount(settings, context, person, changes),
    guardWrite: guardPerson,
    guardRemoval,
    guardHistory,
    removed: closeAccount,
    given: ({ transaction, running, actorContext }, roles) =>
      proveToGive(transaction, running.model, actorContext, roles),
  }
}
