// Declares `Refused`, the one error that rolls a command back and carries the refusal to the caller.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import type { FieldError, Refusal } from '#shared/decisions/decision.ts'
import type { RefusalArguments } from '#shared/decisions/refusals.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { DocumentConflict, ExampleOutcome, LocatedDiagnostic } from '#shared/protocol/document.ts'
import type { Actor } from '#shared/policy/actor.ts'

export class Refused extends Error {
  readonly refusal: Refusal
  readonly details: RefusalDetails

  constructor(refusal: Refusal, details: RefusalDetails = {}) {
    super(refusal.name)
    this.refusal = refusal
    this.details = details
  }
}

/** Details that some refusals carry besides their code and message. */
export interface RefusalDetails {
  /** Its errors name their places in the whole body that was sent. */
  readonly isPlaced?: boolean
  /** 412: the version that the caller named, and the one that there is. */
  readonly versions?: { readonly given: number; readonly current: number }
  /** 412: the record, so that it can be rendered as this caller may see it. */
  readonly record?: { readonly entity: string; readonly id: RecordValue['id'] }
  /** 429 and 503: seconds until a new try has a chance. */
  readonly retryAfter?: number
  /** 405: the methods that there are. */
  readonly allow?: readonly string[]
  /** 415: content types of the bodies that are taken. */
  readonly accepts?: readonly string[]
  /** 416: bytes of the whole. */
  readonly size?: number
  /** 400 for a text with positions: the column (from 1) and what was probably meant. */
  readonly column?: number
  readonly hint?: string
  /** 422 for a document: what is wrong with it, warnings too. */
  readonly diagnostics?: readonly LocatedDiagnostic[]
  /** 409 for a document: the rows that stand against it. */
  readonly conflicts?: readonly DocumentConflict[]
  /** 409 for a document: the command line that publishes it, where this server does not. */
  readonly command?: string | undefined
  /** 409 for a document: outcomes of its examples. */
  readonly examples?: readonly ExampleOutcome[]
  /** The record that prevents an undo. */
  readonly about?: { readonly entity: string; readonly id: string; readonly title?: string }
  /** True where other steps of the same undo may take away what stands against it. */
  readonly mayPass?: boolean
  /** The record that has a unique value already: never part of an answer, since the caller may not know of it. */
  readonly takenBy?: { readonly entity: string; readonly id: string }
  /** Index, from 0, of the call of a batch that was refused. */
  readonly call?: number
}

type RefusedOptions = RefusalDetails &
  Pick<Refusal, 'cites' | 'remedy' | 'confirm' | 'entity'> & {
    readonly errors?: readonly FieldError[]
    /** The field that the refusal is about altogether. */
    readonly field?: string
  }

/** Makes a refusal to throw. `name` is one of the catalogue, or a code of the document. */
export function refused<Name extends string>(
  name: Name,
  ...[values = {}, options = {}]: RefusalArguments<Name, RefusedOptions>
): Refused {
  const { cites, remedy, confirm, entity, field, errors = [], ...details } = options
  const about = field === undefined ? errors : [{ field, name, values }]
  return new Refused(makeRefusal<string>(name, values, { cites, remedy, confirm, entity, errors: about }), details)
}

/** Refuses values that are wrong, or that are taken already, all of them at once. */
export function refusedFields(
  name: 'invalid' | 'conflict',
  errors: readonly FieldError[],
  details: RefusalDetails = {},
): Refused {
  return refused(name, {}, { ...details, errors, cites: errors.find(({ cites }) => cites !== undefined)?.cites })
}

/** Refuses an actor who is not an administrator, since no line of a document can grant what is checked here. */
export function requireAdministrator(model: Model, actor: Actor): void {
  const remedy = sayRemedy(model.settings.language, 'administrator')
  if (!actor.administrator) throw refused('not_allowed', {}, { cites: model.accountPolicy.grantsCite, remedy })
}
