// Declares the dependencies of commands and queries on records, and the actor context.
import type { CurrentDocument } from '../document/current-document.ts'
import type { HistoryEntry } from '../storage/history-entry.ts'
import type { Storage } from '../storage/storage.ts'
import type { Change } from './write/change.ts'
import type { CommandContext } from './write/command-context.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Mail } from './mail/mail.ts'
import type { Actor } from '#shared/policy/actor.ts'

export interface RecordsDependencies {
  readonly storage: Storage
  readonly current: CurrentDocument
  /** A new id (UUIDv7) of that moment, RFC 3339. */
  readonly newId: (now: string) => string
  /**
   * Change set of all commands if there are several, as in a batch or a run of a timer. Without it each command is a
   * change set of its own.
   */
  readonly changeSet?: string | undefined
  /** Takes the changes of lines and heads where several commands are one: their heads are completed after the last of them. */
  readonly linesAndHeads?: Change[] | undefined
  /** Ids of records of which an import has found that nobody watches them: many of its rows relate to the same ones. */
  readonly unwatched?: Set<string>
  /** Undefined while sample data is loaded: nobody signs in yet. */
  readonly people?: PeopleFollower | undefined
  /** Notifications leave by it too; undefined: they are read in the inbox only. */
  readonly mail?: Mail | undefined
  /** While sample data is loaded, nothing of it is sent to other systems. */
  readonly isSilent?: boolean
  /** URL at which people find the application, for links in emails. */
  readonly publicUrl?: string | undefined
}

/** Follows a change of a person's record in the same transaction; an error that it throws refuses the change. */
export interface PeopleFollower {
  /** Handles a person who signed up by themselves; `network` is the network that they did it from. */
  admitted(context: CommandContext, person: string, network: string): Promise<void>
  /** Refuses a write that gives roles which the actor may not give, or that affects administrators. `before`: undefined for a new person. */
  guardWrite(
    context: CommandContext,
    before: RecordValue | undefined,
    values: { readonly [field: string]: unknown },
  ): Promise<void>
  guardRemoval(context: CommandContext, before: RecordValue): Promise<void>
  /** Refuses what effects of the document would do to administrators, who ask no grant. */
  guardHistory(context: CommandContext, entry: Pick<HistoryEntry, 'record' | 'event' | 'changes'>): Promise<void>
  /**
   * Handles a change of a person by any means: an update, a transition or an effect. `changes` has each field with
   * its value before and after.
   */
  changed(context: CommandContext, person: string, changes: HistoryEntry['changes']): Promise<void>
  /**
   * Handles roles that a person holds now and did not hold before, including those of a new record or of one restored
   * from the trash.
   */
  given(context: CommandContext, roles: readonly string[]): Promise<void>
  removed(context: CommandContext, person: string): Promise<void>
}

/** The actor, and the moment of the request. */
export interface ActorContext {
  readonly actor: Actor
  /** RFC 3339 in UTC with milliseconds. */
  readonly now: string
  /** Key of the session in which it is done; undefined: by a program with an API token, or by the system. */
  readonly session?: string | undefined
  /** The address that it comes from; undefined: it comes from no request. */
  readonly address?: string | undefined
  /** Whether a program acts with an API token. */
  readonly byToken?: boolean | undefined
  /** How many webhooks have led to it, one by the other. */
  readonly hops?: number | undefined
  /** Undefined: nobody counts. */
  readonly spent?: ReadUsage | undefined
}

/** Resources that a call has used so far; the code that uses them adds to the counts. */
export interface ReadUsage {
  /** Plans that had to be compiled. Filters that differ only in their constants share one. */
  shapes: number
  /** Processor time in separate processes, in milliseconds. */
  milliseconds: number
  /** Charges what was used so far. Throws 429 where the budget is used up: by this request, or by others of the same person. */
  readonly look: () => void
}
