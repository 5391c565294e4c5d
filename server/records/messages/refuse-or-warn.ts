// Refuses by rules of point 5, or keeps what only warns until the command has done all else.
import type { Refusal } from '#shared/decisions/decision.ts'
import type { RefusalDetails } from '../../policy/refused.ts'
import { areWaiting } from './unconfirmed-warnings.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { MessageSubject } from './refuse-with-message.ts'
import { refusedWithMessage } from './refuse-with-message.ts'

/** A refusal that only warns waits, so that nobody is asked to confirm what something else refuses all the same. */
export async function refuseOrWarn(
  context: CommandContext,
  refusal: Refusal,
  about: MessageSubject,
  more: RefusalDetails = {},
): Promise<void> {
  const { unconfirmed } = context
  if (refusal.confirm === undefined) throw await refusedWithMessage(context, refusal, about, more)
  if (areWaiting(unconfirmed, refusal)) return
  const refused = await refusedWithMessage(context, refusal, about, more)
  unconfirmed.push({ record: about.snapshot.record.id, refused })
}
