// Throws a refusal whose message is filled in under the recipient's read policy.
import type { Refusal } from '#shared/decisions/decision.ts'
import type { RefusalDetails } from '../../policy/refused.ts'
import { Refused } from '../../policy/refused.ts'
import { messageReader } from './message-reader.ts'
import { messageValuesFor, templatesToFill } from './message-values.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import type { ActorContext } from '../records-dependencies.ts'

/** Leaves the state out of a refusal: only those who may read the state of a record learn it. */
export function withoutState({ state: _, ...refusal }: Refusal): Refusal {
  return refusal
}

type MessageContext = Pick<CommandContext, 'transaction' | 'storage' | 'running' | 'actorContext'>

/** Decisions are made without values in their messages; here, where somebody is refused, they are fetched. */
export async function refuseWithMessage(
  context: MessageContext,
  refusal: Refusal,
  about: MessageSubject,
  more: RefusalDetails = {},
): Promise<never> {
  throw await refusedWithMessage(context, refusal, about, more)
}

/** Makes a refusal whose message is filled in, to throw it now or later. */
export async function refusedWithMessage(
  context: MessageContext,
  refusal: Refusal,
  about: MessageSubject,
  more: RefusalDetails = {},
): Promise<Refused> {
  const { running, storage, transaction, actorContext } = context
  const database = about.isDeleted === true ? messageReader(context, about) : transaction
  const policyContext = { database, storage, running, now: actorContext.now }
  const [filled = refusal] = await fillRefusals(policyContext, actorContext, about, [refusal])
  return new Refused(filled, more)
}

export interface MessageSubject {
  readonly entity: string
  readonly snapshot: RecordSnapshot
  /** True where the record has just been deleted. */
  readonly isDeleted?: boolean | undefined
}

/** Adds the values in the document's own words that the actor may know. */
export async function fillRefusals(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  about: MessageSubject,
  refusals: readonly Refusal[],
): Promise<readonly Refusal[]> {
  const reasons = refusals.flatMap((refusal) => [refusal, ...refusal.errors, ...(refusal.warnings ?? [])])
  const templates = templatesToFill(policyContext.running.model, reasons)
  if (templates.length === 0) return refusals
  const filling = await messageValuesFor(policyContext, actorContext, actorContext.actor, about, templates)
  return refusals.map((refusal) => ({
    ...refusal,
    filling,
    errors: refusal.errors.map((error) => ({ ...error, filling })),
    warnings: refusal.warnings?.map((warning) => ({ ...warning, filling })),
  }))
}
