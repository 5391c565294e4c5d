// Declares a change, which is one record as a command leaves it, and the followers of changes.
import type { ValueSources } from '../messages/value-sources.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import { changedFields } from '#shared/decisions/3-entities.ts'
import type { Entity } from '#shared/model/model.ts'
import type { CommandContext } from './command-context.ts'

/**
 * `clear`: it lost a relation to a record that was deleted. `purge`: it left the trash for good.
 * `lines`: it is the head of lines that changed, and nothing else of it did.
 */
export type ChangeCause = 'create' | 'update' | 'transition' | 'delete' | 'clear' | 'restore' | 'purge' | 'lines'

export interface Change {
  readonly entity: Entity
  readonly id: string
  /** The version that the record has afterwards. */
  readonly version: number
  readonly cause: ChangeCause
  /** Null: it is new, comes back from the trash, or went with another record whose row is gone already. */
  readonly before: RecordValue | null
  /** Given for what came back from the trash: the record as it lay there, and the fields that events have set since. */
  readonly restored?: { readonly record: RecordValue; readonly changed: readonly string[] }
  /** Null: it is deleted. */
  readonly after: RecordValue | null
  /** True if the record never comes back: it, or the record that it went with, is deleted for good. */
  readonly isForGood?: boolean
  /** Fields whose stored values differ. */
  readonly changed: readonly string[]
  /** The transition that it was, and the line of the document that applied. */
  readonly transition?: string | undefined
  readonly line?: number | undefined
  /** Values that the transition was given, by their names. */
  readonly input?: { readonly [name: string]: Value } | undefined
  /** Sources of inputs that an effect handed on. */
  readonly sources?: ValueSources | undefined
  /** Values of the inputs in JSON form, without those that are empty. */
  readonly asked?: { readonly [name: string]: unknown } | undefined
  /** Codes of the warnings that were confirmed. */
  readonly confirmed: readonly string[]
}

export interface WriteFollower {
  readonly name: string
  /** True where it asks rules: of a record that a step creates it does so once the effects of the step are done. */
  readonly asksRules?: boolean
  /** Causes that it does not follow, each with the reason. */
  readonly skips: { readonly [cause in ChangeCause]?: string }
  /** Says what `follow` will read, so that it is asked together with what others read before. */
  readonly foresee?: (context: CommandContext, change: Change) => void
  /** Looks at a record before it is deleted. */
  readonly precedeDeletion?: (context: CommandContext, entity: Entity, record: RecordValue) => Promise<void>
  /**
   * Follows a change, and may say which warnings were confirmed; what it throws refuses the command. Undefined at once where it
   * has nothing to do: that is mostly so, and each wait takes longer than to find that out.
   */
  follow(context: CommandContext, change: Change): Promise<{ readonly confirmed: readonly string[] } | void> | undefined
}

/** Lists the fields that differ, without those that the system keeps and those that are worked out at each reading. */
export function storedChanges(entity: Entity, before: RecordValue | null, after: RecordValue): readonly string[] {
  return changedFields(entity, before ?? {}, after).filter((name) => {
    const field = entity.fields.get(name)
    return field?.standard !== true && field?.computed?.stored !== false
  })
}
