// Declares the context of a command, and what commands take and give.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { ConfirmedCodes } from '#shared/decisions/5-rules.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Transition } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { RepeatGuard } from './idempotency.ts'
import type { Mail } from '../mail/mail.ts'
import type { ActorContext, PeopleFollower } from '../records-dependencies.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import type { Refused } from '../../policy/refused.ts'
import type { Change } from './change.ts'
import type { ValueSources } from '../messages/value-sources.ts'
import type { WarningToConfirm } from '../messages/unconfirmed-warnings.ts'

export interface CommandContext {
  readonly transaction: Transaction
  readonly storage: Storage
  readonly running: RunningDocument
  readonly newId: (now: string) => string
  readonly actorContext: ActorContext
  /** Id of what is changed together, as histories keep it. */
  readonly changeSet: string
  /** Ids of records that nobody watches, where that is known of records of other commands. */
  readonly unwatched?: Set<string> | undefined
  /** Codes of warnings that the person goes on with. */
  readonly confirmed: ConfirmedCodes
  /** Warnings that this command has met so far and that are not confirmed: they refuse it at its end. */
  readonly unconfirmed: WarningToConfirm[]
  readonly commands: RecordCommands
  readonly people: PeopleFollower | undefined
  readonly mail?: Mail | undefined
  /** Nothing is sent to other systems. */
  readonly isSilent: boolean
  readonly publicUrl?: string | undefined
  /** The call of the document that is made, and what it was given; `isKept` where a history has it. */
  readonly called?: CalledRecord | undefined
  /** How far this lies from what the person did, and how much was done by effects so far. */
  readonly cascade: { readonly depth: number; readonly done: { count: number } }
  /** Changes of lines, and of records that have lines, that this command has made so far. */
  readonly linesAndHeads: Change[]
  /** Those of these changes whose heads were completed at the end of a `try`, before the end of the command. */
  readonly completedChanges: Set<Change>
  /** Ids of the records with lines that this command has created so far. */
  readonly createdHeads: Set<string>
  /** Names the inputs that steps gave to heads and lines in what refuses these at the end of the command, by their ids. */
  readonly namedAtEnd: Map<string, (error: Refused) => Refused>
  /** The places of records in the body that was sent, by id: a head has '', its lines `lines[2]`. */
  readonly places: Map<string, string>
  /** The place in that body of the line whose own lines are written. */
  readonly place?: string
  /** Takes what follows the change of a line: it waits until its head and all lines are written. */
  readonly deferred?: DeferredWork | undefined
  /** Takes the record that a step creates: its rules wait until the effects of the step are done. */
  readonly stepToCome?: Change[] | undefined
  /** The record that the step has created, whose rules are asked with those of the step. */
  readonly createdByStep?: readonly Change[] | undefined
  /** Keys of the messages that effects of this command have sent so far: nobody gets the same one twice. */
  readonly sentMessages: Set<string>
}

/** The record on which a call of the document is made. */
export interface CalledRecord {
  readonly entity: string
  readonly record: string
  readonly call: string
  readonly input: { readonly [name: string]: unknown }
  readonly done: { isKept: boolean }
}

/** A person's policy; or the document itself, for effects and accounts: no grant is asked for, and the rules hold. */
export type Authority = PreparedPolicy | 'document'

/** Every command says on whose authority. They come with the context, since effects of one run others. */
export interface RecordCommands {
  create(
    context: CommandContext,
    authority: Authority,
    entity: Entity,
    values: { readonly [field: string]: unknown },
    options?: CreateOptions,
  ): Promise<WrittenRecord>
  update(
    context: CommandContext,
    authority: Authority,
    entity: Entity,
    id: string,
    values: { readonly [field: string]: unknown },
    options?: UpdateCommandOptions,
  ): Promise<void>
  delete(context: CommandContext, authority: Authority, entity: Entity, id: string): Promise<void>
  /** `body`: what the transition asks, in JSON form. */
  transition(
    context: CommandContext,
    authority: Authority,
    entity: Entity,
    id: string,
    transition: Transition,
    body: { readonly [name: string]: unknown },
    options?: TransitionOptions,
  ): Promise<void>
  /** Completes the heads whose lines were changed, as the end of the command does. */
  completeHeads(context: CommandContext, changes: ChangesToComplete): Promise<void>
}

export interface TransitionOptions {
  /** Versions that the caller accepts. */
  readonly expected?: VersionCondition | undefined
  /** Sources of inputs that an effect hands on: texts show these to those who may read them. */
  readonly sources?: ValueSources
}

export interface ChangesToComplete {
  /** Index of the first of them. */
  readonly from: number
  /** Ids of heads that are finished only later: they are left for then, with their lines. */
  readonly later: ReadonlySet<string>
  /** Changes what refuses a head. */
  readonly name?: (head: { readonly entity: string; readonly id: string }, error: unknown) => Promise<unknown>
}

export interface DeferredWork {
  put(run: () => Promise<void>): void
}

export interface CreateOptions {
  /** Fields that are set whatever is granted: the relation of a line to its head. */
  readonly given?: { readonly [field: string]: unknown }
  readonly lines?: LinesOfCall | undefined
  /** True for a line that comes with its new head. */
  readonly withNewHead?: boolean
  /** The transition from "new record" by which it is created. */
  readonly step?: string | undefined
}

export interface UpdateCommandOptions {
  /** Versions that the caller accepts. */
  readonly expected?: VersionCondition | undefined
  /** The record as it was, where some of it is written already. */
  readonly before?: RecordValue | undefined
  readonly lines?: LinesOfCall | undefined
}

/** Lines that an effect gives a head; what callers of a call send they write by their own grants, as in a standard call. */
export interface LinesOfCall {
  readonly authority: Authority
  /** The lines, by the name that they have in their head. */
  readonly body: { readonly [name: string]: unknown }
}

/** Writes the lines that were sent with a head. */
export interface LineWriter {
  /** Finds the errors of the lines when the head is already refused. */
  findErrors(): Promise<readonly FieldError[]>
  /** `head`: as it is stored. */
  write(head: RecordValue): Promise<void>
  /** Does what had to wait. */
  complete(): Promise<void>
}

export interface CommandOptions {
  readonly confirmed?: readonly string[]
  /** Whether the command continues when the disk is full, by using the space that is reserved for it. */
  readonly fromReserve?: boolean
  /** Guard of a request with an idempotency key, whose result is looked up and kept in the same transaction. */
  readonly guard?: RepeatGuard<WrittenRecord>
  /** Reads what the caller is answered with, in the same transaction: its pages are at hand there. */
  readonly answer?: (database: DatabaseHandle, written: WrittenRecord) => Promise<string | undefined>
}

export interface WrittenRecord {
  readonly entity: string
  readonly id: string
}

export interface AnsweredRecord extends WrittenRecord {
  /** Absent: no answer was asked for. Undefined: the caller may not read the record. */
  readonly text?: string | undefined
}
