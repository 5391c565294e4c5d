// A command under way: its transaction, the document that judges it, who does it and when.
import type { Refusal } from '#shared/decisions/decision.ts'
import type { Judge } from '#shared/decisions/judge.ts'
import type { Node } from '#shared/expressions/node.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import type { RunningDocument } from '../../document/current.ts'
import type { Storage, Transaction } from '../../storage/storage.ts'
import { RelationMissing, StillReferred, UniqueConflict } from '../../storage/storage.ts'
import type { Acting, PeopleFollower } from '../dependencies.ts'
import type { Situation } from './judging.ts'
import { judge, prepare } from './judging.ts'
import { readRightsOf } from './rights.ts'
import { Refused } from '../refused.ts'

export interface Work {
  readonly transaction: Transaction
  readonly storage: Storage
  readonly running: RunningDocument
  readonly newId: (now: string) => string
  readonly acting: Acting
  /** Codes of warnings that the person goes on with. */
  readonly confirmed: readonly string[]
  readonly perform: Perform
  readonly people: PeopleFollower | undefined
  /** How far this lies from what the person did, and how much was done by effects so far. */
  readonly reach: { readonly depth: number; readonly done: { count: number } }
}

/**
 * What effects do to records, with the document's authority: nobody is asked for rights, and the rules hold. It comes with
 * the work, since what is done to one record may have effects on others.
 */
export interface Perform {
  create(work: Work, entity: Entity, values: { readonly [field: string]: unknown }): Promise<Written>
  change(work: Work, entity: Entity, id: string, changes: { readonly [field: string]: unknown }): Promise<void>
  remove(work: Work, entity: Entity, id: string): Promise<void>
  /** `body`: what the transition asks, in JSON form. */
  transit(
    work: Work,
    entity: Entity,
    id: string,
    transition: string,
    body: { readonly [name: string]: unknown },
  ): Promise<void>
}

export interface CommandOptions {
  readonly confirmed?: readonly string[]
  /** It goes on when the disk is full, by the room that is kept for it. */
  readonly fromReserve?: boolean
  /** Done in the same transaction when all else went well: the key of an idempotent request is kept here. */
  readonly settle?: (transaction: Transaction, written: Written) => Promise<void>
}

export interface Written {
  readonly entity: string
  readonly id: string
}

/** The judge of these nodes for the record as the transaction sees it now. */
export function judgeNow(
  work: Work,
  entity: string,
  key: string,
  nodes: () => readonly Node[],
  situation: Situation,
): Promise<Judge> {
  const prepared = prepare(work.running, work.storage, entity, key, nodes)
  return judge(prepared, work.transaction, work.running, work.acting, situation)
}

/** Wrong fields: 422, all of them at once. */
export function invalid(work: Work, errors: readonly FieldError[]): Refused {
  const cites = errors.find((error) => error.cites !== undefined)?.cites
  return new Refused(refusal(work.running.model, 'invalid', { errors, ...(cites === undefined ? {} : { cites }) }))
}

/** What the schema itself refuses, in the words of the document. */
export async function whileWriting<T>(work: Work, entity: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw translate(work, entity, error)
  }
}

function translate(work: Work, entity: string, error: unknown): unknown {
  const { model } = work.running
  if (error instanceof UniqueConflict) {
    const conflicting = model.entities.get(error.entity)
    const fields = conflicting?.fields
    const together = conflicting?.uniqueTogether.find((each) => each.fields.join() === error.fields.join())
    const errors = error.fields.map((field): FieldError => {
      const found = fields?.get(field)
      const cites = together?.cite ?? found?.limits.unique?.cite ?? found?.cite
      return {
        field,
        code: 'taken',
        message: `${labelFor(found?.name.label ?? field)} is taken already.`,
        ...(cites === undefined ? {} : { cites }),
      }
    })
    return new Refused(conflict(work, errors))
  }
  if (error instanceof RelationMissing) {
    const field = model.entities.get(error.entity ?? entity)?.fields.get(error.field)
    return field?.type.kind === 'relation' ? invalid(work, [relationMissing(model, field, field.type.entity)]) : error
  }
  if (error instanceof StillReferred) {
    // Of records that the person can't know of, nothing is said but that there are some.
    const known = error.by.filter((each) => readRightsOf(work.running, each.entity, work.acting.actor).rows !== false)
    const names = known.map((each) => model.entities.get(each.entity)?.plural ?? each.entity)
    return new Refused({
      ...conflict(work, []),
      message: `It can't be deleted: ${names.join(', ') || 'other records'} refer to it.`,
    })
  }
  return error
}

/** The same words for what does not exist and what may not be seen. */
export function relationMissing(model: Model, field: Pick<Field, 'name' | 'cite'>, target: string): FieldError {
  const message = `${labelFor(field.name.label)}: there is no such ${model.entities.get(target)?.name.label ?? target}.`
  return { field: field.name.identifier, code: 'not_found', message, cites: field.cite }
}

function conflict(work: Work, errors: readonly FieldError[]): Refusal {
  const cites = errors[0]?.cites
  return refusal(work.running.model, 'conflict', { errors, ...(cites === undefined ? {} : { cites }) })
}
