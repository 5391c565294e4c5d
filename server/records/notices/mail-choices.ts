// Lists and keeps the kinds of notifications that a person wants by mail too.
import type { MailChoicesBody } from '#shared/protocol/mail-choices.ts'
import { policyOf } from '../../policy/policy.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { NotificationKind } from './notification-kinds.ts'
import { notificationKinds } from './notification-kinds.ts'
import { refused } from '../../policy/refused.ts'

/**
 * Lists the kinds of notifications and the choices for email, without those of entities that the actor may read
 * nothing of.
 */
export async function listMailChoices(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): Promise<MailChoicesBody> {
  const { storage, mail } = dependencies
  const person = actorContext.actor.person?.id ?? ''
  const off = new Set((await storage.database.systemOf('mail_off', person)).map(({ value }) => value['kind']))
  const items = kindsFor(dependencies, actorContext).map(({ key, label }) => ({
    kind: key,
    label,
    mail: !off.has(key),
  }))
  return { items, isMailSent: mail !== undefined }
}

export async function chooseMail(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { kind, mail }: { readonly kind: string; readonly mail: boolean },
): Promise<void> {
  if (!kindsFor(dependencies, actorContext).some(({ key }) => key === kind)) throw refused('not_found')
  await chooseMails(dependencies, actorContext, { kinds: [kind], mail })
}

/** Switches mail on or off, for kinds that the document has and of whose entities the actor may read something. */
export async function chooseMails(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { kinds, mail }: { readonly kinds: readonly string[]; readonly mail: boolean },
): Promise<void> {
  const person = actorContext.actor.person?.id ?? ''
  const known = kindsFor(dependencies, actorContext).filter(({ key }) => kinds.includes(key))
  await dependencies.storage.write(async (transaction) => {
    for (const { key: kind } of known) {
      const key = rowKey(person, kind)
      if (mail) await transaction.deleteSystem('mail_off', key)
      else await transaction.putSystem('mail_off', { key, person, expiresAt: null, value: { kind } })
    }
  })
}

export async function wantsMail(
  database: Pick<DatabaseHandle, 'system'>,
  person: string,
  { key }: NotificationKind,
): Promise<boolean> {
  return (await database.system('mail_off', rowKey(person, key))) === undefined
}

function kindsFor({ current: { running } }: RecordsDependencies, { actor }: ActorContext): readonly NotificationKind[] {
  const policy = policyOf(running, actor)
  return notificationKinds(running).filter(({ entity }) => entity === null || policy.entity(entity).read.rows !== false)
}

function rowKey(person: string, kind: string): string {
  return `${person} ${kind}`
}
