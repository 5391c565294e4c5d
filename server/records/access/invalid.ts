// Makes the refusal of wrong fields: 422, all of them at once.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import { Refused } from '../../policy/refused.ts'
import type { CommandContext } from '../write/command-context.ts'

export function invalid(context: Pick<CommandContext, 'running'>, errors: readonly FieldError[]): Refused {
  const cites = errors.find((error) => error.cites !== undefined)?.cites
  return new Refused(
    makeRefusal(context.running.model, 'invalid', { errors, ...(cites === undefined ? {} : { cites }) }),
  )
}
