// Shows a refusal: its sentence at once, and what belongs to it as soon as the code for that is there.
import { Text } from '@mantine/core'
import { RequestRefusal } from '../data/api.ts'
import { loadPart } from '../ui/load-page.tsx'
import { say } from '../words/say.ts'
import type { RefusalProps } from './whole-refusal.tsx'

/** A first page has nothing to refuse. */
const WholeRefusal = loadPart<RefusalProps>(
  async () => (await import('./whole-refusal.tsx')).WholeRefusal,
  RefusalSentence,
)

export function RefusalNote(props: RefusalProps) {
  return isSaidAtFields(props) ? null : <WholeRefusal {...props} />
}

function RefusalSentence({ error }: RefusalProps) {
  return <Text role="alert">{saySentence(error)}</Text>
}

/** Reports whether the fields say all that there is to say: that a value is taken is said at its field. */
function isSaidAtFields({ error, shown = [] }: RefusalProps): boolean {
  const errors = error instanceof RequestRefusal ? error.problem.errors : []
  return errors.length > 0 && errors.every(({ field, code }) => code === 'taken' && shown.includes(field))
}

export function saySentence(error: unknown): string {
  return error instanceof RequestRefusal
    ? error.problem.detail
    : say('Something went wrong in this page. Please try again.')
}
