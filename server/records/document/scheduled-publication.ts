// Keeps the publication that waits for a moment, and publishes it then as the person who scheduled it.
import { makeActor } from '#shared/policy/actor.ts'
import type { ScheduledPublicationBody } from '#shared/protocol/document.ts'
import { hashRevision } from '../../document/current-document.ts'
import type { BackUpData } from '../../document/back-up-data.ts'
import { Refused, refused, requireAdministrator } from '../../policy/refused.ts'
import { wordForReader } from '../../policy/word-for-reader.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { PersonalPublication } from './publish-as-person.ts'
import { publishAsPerson, requirePublishable } from './publish-as-person.ts'
import { describeAuthor } from './read-revisions.ts'

/** The one row of its table. */
const KEY = 'next'

/** Value of the row, which belongs to the person who scheduled it. */
interface StoredPublication {
  readonly text: string
  /** Number of the revision that it follows. */
  readonly base: number
  /** Moment at which it is published, RFC 3339. */
  readonly dueAt: string
  readonly at: string
  readonly address: string | null
  readonly deletes: readonly string[]
  readonly reason: string | undefined
  /** Sentence that says why it was not published when it was due. */
  readonly problem: string | null
}

export interface ScheduledText extends PersonalPublication {
  readonly text: string
  /** RFC 3339, in UTC. */
  readonly dueAt: string
}

/** Null: none waits. */
export async function readScheduledPublication(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): Promise<ScheduledPublicationBody['scheduled']> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const row = await storage.database.system('publication', KEY)
  if (row === undefined) return null
  const { text, base, dueAt, at, reason, problem } = storedIn(row)
  return {
    by: await describeAuthor(dependencies, actorContext, row.person),
    text,
    base,
    dueAt,
    at,
    problem,
    ...(reason === undefined ? {} : { reason }),
  }
}

/** Refuses what could not be published now, and a second one while another waits. */
export async function schedulePublication(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { text, dueAt, ...options }: ScheduledText,
): Promise<void> {
  const { storage, current } = dependencies
  const { actor, now } = actorContext
  requireAdministrator(current.running.model, actor)
  if (dueAt <= now) throw refused('moment_past')
  await requirePublishable(dependencies, actorContext, text, options)
  const person = actor.person?.id ?? null
  const { reason, deletes = [], address = null } = options
  const base = current.number
  const stored: StoredPublication = { text, base, dueAt, at: now, address, deletes, reason, problem: null }
  await storage.write(async (transaction) => {
    const waiting = await transaction.system('publication', KEY)
    if (waiting !== undefined && storedIn(waiting).problem === null) throw refused('publication_waits')
    await transaction.putSystem('publication', { key: KEY, person, expiresAt: null, value: { ...stored } })
    const fresh = { about: null, tries: 0, problem: null, isDead: false, value: {} }
    await transaction.putJob({ kind: 'publication', key: KEY, dueAt, ...fresh })
    await audit(dependencies, transaction, actorContext, { event: 'publication_scheduled', stored })
  })
}

/** Deletes the one that waits, or that failed; where there is none, nothing is done. */
export async function cancelScheduledPublication(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): Promise<void> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  await storage.write(async (transaction) => {
    const row = await transaction.system('publication', KEY)
    if (row === undefined) return
    await transaction.deleteSystem('publication', KEY)
    await audit(dependencies, transaction, actorContext, { event: 'publication_cancelled', stored: storedIn(row) })
  })
}

/**
 * Publishes the one that is due. It follows the revision that it was made from, and no other; what is refused stays with
 * the reason. A second run finds its text in force, or nothing.
 */
export async function publishScheduled(
  dependencies: RecordsDependencies & { readonly backUpData?: BackUpData | undefined },
  now: string,
): Promise<void> {
  const { storage, current, backUpData } = dependencies
  const row = await storage.database.system('publication', KEY)
  if (row === undefined) return
  const { text, base, dueAt, deletes, reason, address, problem } = storedIn(row)
  if (dueAt > now || problem !== null) return
  try {
    const person = row.person === null ? undefined : await storage.database.record('Person', row.person)
    const actor = makeActor(current.running.model, person ?? null)
    if (current.running.text !== text)
      await publishAsPerson(dependencies, { actor, now }, text, {
        follows: { oneOf: [base] },
        address,
        deletes,
        reason,
        backUp: backUpData,
      })
    await change(dependencies, dueAt, (transaction) => transaction.deleteSystem('publication', KEY))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { message } = wordForReader(current.running.model, error.refusal, false)
    await change(dependencies, dueAt, (transaction) =>
      transaction.putSystem('publication', { ...row, value: { ...row.value, problem: message } }),
    )
  }
}

/** Changes the row as long as it is the same publication: somebody may have cancelled it meanwhile, and scheduled another. */
async function change(
  { storage }: RecordsDependencies,
  dueAt: string,
  write: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  await storage.write(async (transaction) => {
    const row = await transaction.system('publication', KEY)
    if (row !== undefined && storedIn(row).dueAt === dueAt) await write(transaction)
  })
}

async function audit(
  { current }: RecordsDependencies,
  transaction: Transaction,
  { actor, now }: ActorContext,
  {
    event,
    stored,
  }: { readonly event: 'publication_scheduled' | 'publication_cancelled'; readonly stored: StoredPublication },
): Promise<void> {
  await appendAudit(transaction, {
    event,
    at: now,
    by: actor.person?.id ?? null,
    detail: { revision: hashRevision(stored.text), due: stored.dueAt },
    address: stored.address,
    revision: current.running.revision,
  })
}

function storedIn({ value }: SystemRow): StoredPublication {
  return value as unknown as StoredPublication
}
