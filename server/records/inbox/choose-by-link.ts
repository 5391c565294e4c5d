// Switches mail off and on again by a link in a message, without signing in.
import { makeActor } from '#shared/policy/actor.ts'
import type { LinkedMailChoice } from '../mail/mail.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { chooseMails, listMailChoices } from '../notices/mail-choices.ts'

/**
 * Label of the notifications that the link is about, without any that the document no longer has or that the person
 * may know nothing of now.
 */
export interface LinkedKind {
  readonly label: string
  readonly mail: boolean
}

/** Undefined: this application has made no such link. Of a person who is gone nothing is named. */
export async function readLinkedKinds(
  dependencies: RecordsDependencies,
  secret: string,
  now: string,
): Promise<readonly LinkedKind[] | undefined> {
  const choice = dependencies.mail?.openChoice(secret)
  if (choice === undefined) return undefined
  const actorContext = await findRecipient(dependencies, choice, now)
  if (actorContext === undefined) return []
  const { items } = await listMailChoices(dependencies, actorContext)
  return items.filter(({ kind }) => choice.kinds.includes(kind)).map(({ label, mail }) => ({ label, mail }))
}

export async function chooseByLink(
  dependencies: RecordsDependencies,
  secret: string,
  { mail, now }: { readonly mail: boolean; readonly now: string },
): Promise<void> {
  const choice = dependencies.mail?.openChoice(secret)
  const actorContext = choice && (await findRecipient(dependencies, choice, now))
  if (choice !== undefined && actorContext !== undefined)
    await chooseMails(dependencies, actorContext, { kinds: choice.kinds, mail })
}

async function findRecipient(
  { storage, current }: RecordsDependencies,
  { person }: LinkedMailChoice,
  now: string,
): Promise<ActorContext | undefined> {
  const record = await storage.database.record('Person', person)
  if (record === undefined || record['active'] === false) return undefined
  return { actor: makeActor(current.running.model, record), now }
}
