// Declares `Refused`, the one error that rolls a command back and carries the refusal to the caller.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { FieldError, Refusal } from '#shared/decisions/decision.ts'
import type { RefusalArguments } from '#shared/decisions/refusals.ts'
import { systemRefusal } from '#shared/decisions/refusals.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { DocumentConflict, LocatedDiagnostic } from '#shared/protocol/document.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RefusalName, ValuesOf } from '#shared/refusals/catalogue.ts'

export class Refused extends Error {
  readonly refusal: Refusal
  readonly details: RefusalDetails

  constructor(refusal: Refusal, details: RefusalDetails = {}) {
    super(`${refusal.code}: ${refusal.message}`)
    this.refusal = refusal
    this.details = details
  }
}

/** Details that some refusals carry besides their code and message. */
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
  /** The record that prevents an undo. */
  readonly about?: { readonly entity: string; readonly id: string; readonly title?: string }
  /** The record that has a unique value already: never part of an answer, since the caller may not know of it. */
  readonly takenBy?: { readonly entity: string; readonly id: string }
  /** Index, from 0, of the call of a batch that was refused. */
  readonly call?: number
}

type RefusedOptions = RefusalDetails & Pick<Refusal, 'cites' | 'remedy'> & { readonly errors?: Refusal['errors'] }

/** A refusal of the system's own, by its name in the catalogue. */
export function refused<Name extends RefusalName>(
  name: Name,
  ...[values, options = {}]: RefusalArguments<Name, RefusedOptions>
): Refused {
  const { cites, remedy, errors, ...details } = options
  const more = { ...(cites && { cites }), ...(errors && { errors }), ...(remedy !== undefined && { remedy }) }
  return new Refused(systemRefusal(name, values as ValuesOf<Name>, more), details)
}

/** 422 for one field that is wrong. */
export function invalidField(model: Model, error: FieldError): Refused {
  return new Refused(makeRefusal(model, 'invalid', { errors: [error] }))
}

/** A refusal that is about one field altogether. */
export function refusedField<Name extends RefusalName>(field: string, name: Name, values: ValuesOf<Name>): Refused {
  const refusal = systemRefusal(name, values)
  const { code, message, wording } = refusal
  return new Refused({ ...refusal, errors: [{ field, code, message, ...(wording && { wording }) }] })
}

/** Refuses an actor who is not an administrator, since no line of a document can grant what is checked here. */
export function requireAdministrator(model: Model, actor: Actor): void {
  const remedy = sayRemedy(model.settings.language, 'administrator')
  if (!actor.administrator)
    throw new Refused(makeRefusal(model, 'not_allowed', { cites: model.accountPolicy.grantsCite, remedy }))
}
