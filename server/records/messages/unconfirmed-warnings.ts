// Gathers the warnings that a command meets, and refuses it at its end where they are not confirmed.
import type { FieldError, Refusal } from '#shared/decisions/decision.ts'
import { MOST_ERRORS } from '#shared/decisions/refusals.ts'
import { Refused } from '../../policy/refused.ts'

/** Warnings that stand against one record, as a refusal that names what a request has to confirm. */
export interface WarningToConfirm {
  /** Id of the record; empty for the rules of a call. */
  readonly record: string
  readonly refused: Refused
}

/** Reports whether enough warnings of these rules wait to fill an answer: effects may meet them on thousands of records. */
export function areWaiting(unconfirmed: readonly WarningToConfirm[], { warnings = [] }: Refusal): boolean {
  const count = (name: string) =>
    unconfirmed.filter(({ refused }) => refused.refusal.warnings?.some(({ warning }) => warning === name)).length
  return warnings.every(({ warning }) => count(warning) >= MOST_ERRORS)
}

/** Runs a part of a command; what refuses it is changed, and the warnings that it meets are changed alike. */
export async function changeRefusals<T>(
  unconfirmed: WarningToConfirm[],
  change: (error: Refused) => Refused,
  run: () => Promise<T>,
): Promise<T> {
  const before = unconfirmed.length
  try {
    const done = await run()
    const met = unconfirmed.splice(before)
    unconfirmed.push(...met.map(({ record, refused }) => ({ record, refused: change(refused) })))
    return done
  } catch (error) {
    throw error instanceof Refused ? change(error) : error
  }
}

/** Asks for all warnings of a command at once, where nothing else has refused it. */
export function requireConfirmed(unconfirmed: readonly WarningToConfirm[]): void {
  const [first] = unconfirmed
  if (first === undefined) return
  const refusals = unconfirmed.map(({ refused: { refusal } }) => refusal)
  // A command may ask a rule twice about a record: its last words count.
  const warnings = new Map(
    unconfirmed.flatMap(({ record, refused: { refusal } }) =>
      (refusal.warnings ?? []).map((each) => [`${each.warning} ${each.cites?.line} ${record}`, each] as const),
    ),
  )
  const refusal = {
    ...first.refused.refusal,
    errors: distinctErrors(refusals),
    warnings: [...warnings.values()],
    confirm: [...new Set(refusals.flatMap(({ confirm = [] }) => confirm))],
  }
  throw new Refused(refusal, first.refused.details)
}

/** Lists the errors of refusals; what each of several lines breaks is said once. */
export function distinctErrors(refusals: readonly Refusal[]): readonly FieldError[] {
  const errors = refusals.flatMap((each) => each.errors)
  return [...new Map(errors.map((each) => [[each.field, each.name, each.cites?.line].join(' '), each])).values()]
}
