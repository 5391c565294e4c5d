// Names the faults that concern what a document says: `npm run verify` has to notice them without any test.
import type { Fault } from './fault.ts'
import { FAULTS } from './faults.ts'

const NAMES: readonly string[] = [
  'a list gives rows that may not be read',
  'a list counts rows that may not be read',
  'a record is read by its id though its row may not be',
  'a field that may be read in some rows is given in all',
  'a history is shown to everyone who may read the record, without the right to histories',
  '"not" of what is unknown is true in SQL',
  '"not" of what is unknown is true in memory',
  'nobody counts as the owner of what has no owner',
  'a line that takes away is ignored',
  'an update is decided only on the record before it',
  'an update is granted by a line that is met before or afterwards',
  'an update is taken away only where that is so before and afterwards',
  'a deletion asks for no right in the row',
  'an unknown field of a body is dropped in silence',
  'a state is changed by an update',
  'a transition is done by everyone who may read the record',
  'effects see the record as it was before its transition',
  'a timer goes on in a state that it does not run in',
]

export const VERIFIED_FAULTS: readonly Fault[] = NAMES.map((name) => {
  const fault = FAULTS.find((each) => each.name === name)
  if (fault === undefined) throw new Error(`there is no fault "${name}"`)
  return fault
})
