// Throws a refusal whose message is filled in under the recipient's read policy.
import { fillMessage, makeRefusal as blindRefusal } from '#shared/decisions/8-errors.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import type { MessageTemplate } from '#shared/model/model.ts'
import type { RefusalDetails } from '../../policy/refused.ts'
import { Refused } from '../../policy/refused.ts'
import { messageValuesFor, messagesToFill } from './message-values.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import type { CommandContext } from '../write/command-context.ts'

/** Only those who may read the state of a record learn it. */
export function withoutState({ state: _, ...refusal }: Refusal): Refusal {
  return refusal
}

/** Decisions are made without values in their messages; here, where somebody is refused, they are fetched. */
export async function refuseWithMessage(
  context: Pick<CommandContext, 'transaction' | 'storage' | 'running' | 'actorContext'>,
  refusal: Refusal,
  about: { readonly entity: string; readonly snapshot: RecordSnapshot },
  more: RefusalDetails = {},
): Promise<never> {
  const { running, storage, transaction, actorContext } = context
  const { model } = running
  const codes = [...new Set([refusal.code, ...refusal.errors.map(({ code }) => code)])]
  const messages = messagesToFill(model, codes, about.entity)
  // A rule may say its own words in place of the catalogue's.
  const own = [refusal, ...refusal.errors].filter(({ template }) => template?.some((part) => typeof part !== 'string'))
  if (messages.size === 0 && own.length === 0) throw new Refused(refusal, more)
  const policyContext = { database: transaction, storage, running, now: actorContext.now }
  const templates = [...new Set(own.flatMap(({ template }) => (template ? [template] : [])))]
  const key = [...messages.keys(), ...templates.map(placeOf)].join(' ')
  const all = [...messages.values(), ...templates]
  const filling = await messageValuesFor(policyContext, actorContext, actorContext.actor, { ...about, key }, all)
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

/** Makes a key from the positions of the template's placeholders in the document. */
function placeOf(template: MessageTemplate): string {
  return template.flatMap((part) => (typeof part === 'string' ? [] : [part.tree.span.start])).join(',')
}
