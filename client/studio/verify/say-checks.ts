// Says how many checks of a line passed or failed.
import { say, sayCount } from '../../words/say.ts'

export function sayChecks(passed: number, failed: number): string {
  if (failed === 0) return sayCount(passed, 'One check passed.', '{count} checks passed.')
  if (passed === 0) return sayCount(failed, 'One check failed.', '{count} checks failed.')
  return say('{failed} of {count} checks failed.', { failed, count: passed + failed })
}
