// Says how many examples of a document hold.
import { say, sayCount } from '../../words/say.ts'

export function sayExamples(count: number, failed: number): string {
  if (failed === 0) return sayCount(count, 'The example holds.', 'All {count} examples hold.')
  if (count === 1) return say('The example does not hold')
  if (failed === 1) return say('One of {count} examples does not hold', { count })
  return say('{failed} of {count} examples do not hold', { failed, count })
}
