// Answers with a link that was made to be handed over: its path, and all of its address where that is known.
import type { Answer } from '../answer.ts'
import { jsonAnswer } from '../answer.ts'

export function linkAnswer(
  { publicUrl }: { readonly publicUrl: string | undefined },
  made: { readonly path: string },
): Answer {
  return jsonAnswer(201, { ...made, ...(publicUrl === undefined ? {} : { link: publicUrl + made.path }) })
}
