// All faults that `npm run test:faults` plants, one at a time.
import { ACCOUNT_FAULTS } from './account-faults.ts'
import { ANSWER_FAULTS } from './answer-faults.ts'
import { CALL_FAULTS } from './call-faults.ts'
import type { Fault } from './fault.ts'
import { LATER_FAULTS } from './later-faults.ts'
import { READING_FAULTS } from './reading-faults.ts'
import { WRITING_FAULTS } from './writing-faults.ts'

export const FAULTS: readonly Fault[] = [
  ...READING_FAULTS,
  ...WRITING_FAULTS,
  ...ACCOUNT_FAULTS,
  ...ANSWER_FAULTS,
  ...LATER_FAULTS,
  ...CALL_FAULTS,
]
