// Throws a refusal with its messages filled in for whoever is refused.
import { fillMessage, refusal as blindRefusal } from '#shared/decisions/8-errors.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { RefusedMore } from '../refused.ts'
import { Refused } from '../refused.ts'
import { fillingFor, messagesToFill } from './filling.ts'
import type { Situation } from './judging.ts'
import type { Work } from './work.ts'

/** In which state a record is, is told to those alone who may read it. */
export function withoutState({ state: _, ...refusal }: Refusal): Refusal {
  return refusal
}

/** Decisions are made without values in their messages; here, where somebody is refused, they are fetched. */
export async function refuseFilled(
  work: Pick<Work, 'transaction' | 'storage' | 'running' | 'acting'>,
  refusal: Refusal,
  about: { readonly entity: string; readonly situation: Situation },
  more: RefusedMore = {},
): Promise<never> {
  const { running, storage, transaction, acting } = work
  const { model } = running
  const codes = [...new Set([refusal.code, ...refusal.errors.map(({ code }) => code)])]
  const messages = messagesToFill(model, codes, about.entity)
  // A rule may say its own words in place of the catalogue's.
  const own = [refusal, ...refusal.errors].filter(({ template }) => template?.some((part) => typeof part !== 'string'))
  if (messages.size === 0 && own.length === 0) throw new Refused(refusal, more)
  const looking = { reader: transaction, storage, running, now: acting.now }
  const key = [...messages.keys(), ...new Set(own.map(({ cites }) => `line ${cites?.line}`))].join(' ')
  const all = [...messages.values(), ...new Set(own.flatMap(({ template }) => (template ? [template] : [])))]
  const filling = await fillingFor(looking, acting, acting.actor, { ...about, key }, all)
  const fill = ({ code, message: text, template }: Pick<Refusal, 'code' | 'message' | 'template'>): string => {
    if (template) return fillMessage(model, template, filling)
    const message = messages.get(code)
    return message !== undefined && text === blindRefusal(model, code, { entity: about.entity }).message
      ? fillMessage(model, message, filling)
      : text
  }
  const errors = refusal.errors.map((error) => ({ ...error, message: fill(error) }))
  throw new Refused({ ...refusal, message: fill(refusal), errors }, more)
}
