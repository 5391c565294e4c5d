// Words a refusal for its reader, without lines of the document where they may not read it.
import type { Refusal } from '#shared/decisions/decision.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import type { Model } from '#shared/model/model.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'

export function wordForReader(model: Model, refusal: Refusal, readsCitations: boolean): WordedRefusal {
  const worded = wordRefusal(model, refusal)
  if (readsCitations) return worded
  const withoutCite = <T>(each: T): T => ({ ...each, cites: undefined })
  const { errors, warnings } = worded
  return { ...withoutCite(worded), errors: errors.map(withoutCite), warnings: warnings?.map(withoutCite) }
}

/** Says why what happens by itself was refused: what is wrong with each value, or else the whole. */
export function sayFailure(model: Model, refusal: Refusal): string {
  const { message, errors } = wordRefusal(model, refusal)
  return errors.length === 0 ? message : [...new Set(errors.map((error) => error.message))].join(' ')
}
