// Declares the command context: transaction, document, actor context, cascade; translates write errors.
import type { HoleValue } from '#shared/text/phrase.ts'
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import { conflictOf, makeRefusal } from '#shared/decisions/8-errors.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Field, Model, Transition } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { RelationMissing, StillReferred, UniqueConflict } from '../../storage/storage-error.ts'
import type { RepeatGuard } from '../idempotency.ts'
import type { Mail } from '../mail/mail.ts'
import type { ActorContext, PeopleFollower } from '../records-dependencies.ts'
import type { RecordSnapshot } from './condition-facts.ts'
import { evaluateConditions } from './condition-facts.ts'
import type { Conditions } from '../../policy/conditions.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import { policyOf } from '../../policy/policy.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { Refused, refused } from '../../policy/refused.ts'
import type { Change } from '../write/change.ts'

export interface CommandContext {
  readonly transaction: Transaction
  readonly storage: Storage
  readonly running: RunningDocument
  readonly newId: (now: string) => string
  readonly actorContext: ActorContext
  /** Id of what is changed together, as histories keep it. */
  readonly changeSet: string
  /** Codes of warnings that the person goes on with. */
  readonly confirmed: readonly string[]
  readonly commands: RecordCommands
  readonly people: PeopleFollower | undefined
  readonly mail?: Mail | undefined
  /** Nothing is sent to other systems. */
  readonly isSilent: boolean
  readonly publicUrl?: string | undefined
  /** How far this lies from what the person did, and how much was done by effects so far. */
  readonly cascade: { readonly depth: number; readonly done: { count: number } }
  /** Changes of lines, and of records that have lines, that this command has made so far. */
  readonly linesAndHeads: Change[]
  /** Takes what follows the change of a line: it waits until its head and all lines are written. */
  readonly deferred?: DeferredWork | undefined
  /** Bytes that this command has added so far, by the person who created the record. */
  readonly stored: Map<string, number>
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
  ): Promise<void>
}

export interface DeferredWork {
  put(run: () => Promise<void>): void
}

export interface CreateOptions {
  /** Fields that are set whatever is granted: the relation of a line to its head. */
  readonly given?: { readonly [field: string]: unknown }
  readonly lines?: LinesOfCall | undefined
}

export interface UpdateCommandOptions {
  /** The version that the caller saw. */
  readonly expected?: number | undefined
  /** The record as it was, where some of it is written already. */
  readonly before?: RecordValue | undefined
  readonly lines?: LinesOfCall | undefined
}

/** Lines that a call of the document gives a head; what callers send they write by their own grants, as in a standard call. */
export interface LinesOfCall {
  readonly policy: PreparedPolicy
  /** By the name that the lines have in their head. */
  readonly body: { readonly [name: string]: unknown }
}

/** Writes the lines that were sent with a head. */
export interface LineWriter {
  /** What is wrong with them, where the head is refused already. */
  findErrors(): Promise<readonly FieldError[]>
  /** `head`: as it is stored. */
  write(head: RecordValue): Promise<void>
  /** Does what had to wait. */
  complete(): Promise<void>
}

export interface CommandOptions {
  readonly confirmed?: readonly string[]
  /** It goes on when the disk is full, by the room that is kept for it. */
  readonly fromReserve?: boolean
  /** Of a request with a key: looked for and kept in the same transaction. */
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

/** Evaluates these conditions on the record as the transaction sees it now. */
export function evaluateNow(
  { storage, transaction, running, actorContext }: CommandContext,
  conditions: Conditions,
  snapshot: RecordSnapshot,
): Promise<Evaluator> {
  return evaluateConditions(conditions, { storage, database: transaction, running }, actorContext, snapshot)
}

/** Wrong fields: 422, all of them at once. */
export function invalid(context: CommandContext, errors: readonly FieldError[]): Refused {
  const cites = errors.find((error) => error.cites !== undefined)?.cites
  return new Refused(
    makeRefusal(context.running.model, 'invalid', { errors, ...(cites === undefined ? {} : { cites }) }),
  )
}

/** What the schema itself refuses, in the words of the document. */
export async function translateWriteErrors<T>(
  context: CommandContext,
  entity: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw translate(context, entity, error)
  }
}

function translate(context: CommandContext, entity: string, error: unknown): unknown {
  const { model } = context.running
  if (error instanceof UniqueConflict) {
    const conflicting = model.entities.get(error.entity)
    if (conflicting === undefined) return error
    const { holder, entity: of } = error
    const details = holder === undefined ? {} : { takenBy: { entity: of, id: holder } }
    return new Refused(conflictOf(model, takenFields(conflicting, error.fields)), details)
  }
  if (error instanceof RelationMissing) {
    const field = model.entities.get(error.entity ?? entity)?.fields.get(error.field)
    return field?.type.kind === 'relation'
      ? invalid(context, [relationMissing(model, field, field.type.entity)])
      : error
  }
  if (error instanceof StillReferred) {
    // Of records that the person can't know of, nothing is said but that there are some.
    const policy = policyOf(context.running, context.actorContext.actor)
    const known = error.by.filter((each) => policy.entity(each.entity).read.rows !== false)
    const names = known.map((each) => model.entities.get(each.entity)?.plural ?? each.entity)
    return refused('still_referred', { records: names.length === 0 ? OTHER_RECORDS : { names, by: 'and' } })
  }
  return error
}

/** One error a field; the team of `unique per team` is not taken, there is only one of this name in it already. */
function takenFields(entity: Entity, taken: readonly string[]): readonly FieldError[] {
  const { fields, uniqueTogether } = entity
  const together = uniqueTogether.find((each) => each.fields.join() === taken.join())
  const owner = together ? undefined : taken.find((field) => fields.get(field)?.limits.unique?.per.length)
  const named = owner === undefined ? taken : [owner]
  return named.map((field) => {
    const found = fields.get(field)
    const cites = together?.cite ?? found?.limits.unique?.cite ?? found?.cite
    if (together === undefined && owner === undefined)
      return fieldError(field, 'taken', { field: labelFor(found?.name.label ?? field) }, cites)
    const all = together?.fields ?? [...new Set([...named, ...taken])]
    return fieldError(field, 'taken_together', { fields: sayTogether(all, entity) }, cites)
  })
}

/** "name and floor" */
function sayTogether(fields: readonly string[], entity: Entity): HoleValue {
  const names = fields.map((field) => {
    const label = labelFor(entity.fields.get(field)?.name.label ?? field)
    return { says: { en: label.toLowerCase(), de: label } }
  })
  return { names, by: 'and' }
}

const OTHER_RECORDS = { says: { en: 'other records', de: 'andere Einträge' } }

/** The same words for what does not exist and what may not be seen. */
export function relationMissing(model: Model, field: Pick<Field, 'name' | 'cite'>, target: string): FieldError {
  const labels = { field: labelFor(field.name.label), entity: model.entities.get(target)?.name.label ?? target }
  return fieldError(field.name.identifier, 'no_such_record', labels, field.cite)
}
