// Rules that only warn: the server names a code, and the person may go on by sending it along.
import { Refusal } from '../../data/api.ts'

/** The code that would have to be confirmed, if that is what the refusal asks for. */
export function codeToConfirm(error: unknown): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  const { remedy, code } = error.problem
  return remedy?.includes(`Confirm: ${code}`) ? code : undefined
}
