// Declares `Refused`, the one error that rolls a command back and carries the refusal to the caller.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { DocumentConflict, LocatedDiagnostic } from '#shared/protocol/document.ts'
import type { Actor } from '#shared/policy/actor.ts'

export class Refused extends Error {
  readonly refusal: Refusal
  readonly details: RefusalDetails

  constructor(refusal: Refusal, details: RefusalDetails = {}) {
    super(`${refusal.code}: ${refusal.message}`)
    this.refusal = refusal
    this.details = details
  }
}

/** What some refusals carry beside. */
export interface RefusalDetails {
  /** 412: the version that the caller named, and the one that there is. */
  readonly versions?: { readonly given: number; readonly current: number }
  /** 412: the record, so that it can be rendered as this caller may see it. */
  readonly record?: { readonly entity: string; readonly id: RecordValue['id'] }
  /** 429 and 503: seconds until a new try has a chance. */
  readonly retryAfter?: number
  /** 405: the methods that there are. */
  readonly allow?: readonly string[]
  /** 400 for a text with positions: the column (from 1) and what was probably meant. */
  readonly column?: number
  readonly hint?: string
  /** 422 for a document: what is wrong with it, warnings too. */
  readonly diagnostics?: readonly LocatedDiagnostic[]
  /** 409 for a document: the rows that stand against it. */
  readonly conflicts?: readonly DocumentConflict[]
  /** Of an undo: the record that stands against it. */
  readonly about?: { readonly entity: string; readonly id: string; readonly title?: string }
  /** Of a batch: which of its calls was refused, from 0. */
  readonly call?: number
}

/** What no line of a document can grant: it is for administrators. */
export function requireAdministrator(model: Model, actor: Actor): void {
  const remedy = 'An administrator can do this.'
  if (!actor.administrator)
    throw new Refused(makeRefusal(model, 'not_allowed', { cites: model.accountPolicy.grantsCite, remedy }))
}
