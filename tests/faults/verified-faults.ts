// Names the faults that concern what a document says, which `npm run verify` has to notice without any test, and says of the
// others why they are none of these.
import type { Fault } from './fault.ts'
import { ACCOUNT_FAULTS } from './account-faults.ts'
import { ANSWER_FAULTS } from './answer-faults.ts'
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
  'a record is found by a unique field that may not be read in its row',
  'a summary is of rows that may not be read',
  'a summary groups by a field that may not be read',
  'a search looks into fields that may not be read in the row',
  'an expanded relation gives a record that may not be read',
  'a list is sorted by a field that may not be read',
  'a list is sorted by values that may not be read in their rows',
  'a filter sees values that may not be read in their rows',
  'a history tells of fields that may not be read',
  'a state that may not be read is named where it refuses a transition',
  'a record may be pointed to that may not be read',
  'somebody gives a role that they may not give',
  'an own call is made by everyone who has a role',
]

export const VERIFIED_FAULTS: readonly Fault[] = NAMES.map((name) => {
  const fault = FAULTS.find((each) => each.name === name)
  if (fault === undefined) throw new Error(`there is no fault "${name}"`)
  return fault
})

/** Faults that no check of a document's lines can show, or that none does yet, by the reason. */
export const NOT_VERIFIED: { readonly [reason: string]: readonly string[] } = {
  'accounts, sessions and their mail: of these the document only chooses the ways': [
    ...ACCOUNT_FAULTS.map(({ name }) => name),
  ],
  'what answers carry, whatever the document says': [...ANSWER_FAULTS.map(({ name }) => name)],
  'what becomes of a message or a webhook that has left, and where it may go': [
    'a webhook leaves for the private network',
    'of several addresses of a receiver one that is public suffices',
    'an address that is written as a number is not looked at',
    'a webhook is signed without its moment',
    'a redirect counts as taken',
    'a later webhook of a record overtakes one that is tried again',
    'webhooks that lead to one another never end',
    'mail that a person has switched off leaves',
    'kinds of notifications are named of what may not be read',
    'a mail shows what records say as HTML',
  ],
  'found when the document is compiled, before anything runs': ['what stands in an address names another host'],
  'needs another document before this one': [
    'a schedule happens by the moment that the document had before',
    'an edit of the document leaves timers as they were',
  ],
  'a way of asking that every application has, beside the lines of its document': [
    'a batch keeps what was done before the call that was refused',
    'a batch shows of its records what the caller may not read',
    'a batch has as many calls as somebody likes',
    'an agent is offered the tools of others',
    'an agent reads the document of which its person may not know',
    'an agent needs no token',
    'what nobody can do now waits for people',
    'the line of the document is cited to those who may not know it',
    'what others may do is explained to anybody',
    'a code can be guessed by having its call explained',
    'a search looks at words of rows that the rule does not lead to',
    'a filter that a hidden choice meets is taken to say which choice it is',
    'If-Match is ignored',
    'an idempotency key is shared between people',
    'an idempotency key does a write again that differs',
    'writes are acknowledged before they are committed',
    'the hash of an entry of the audit leaves out the entry before it',
    'refused writes are not in the audit',
    'a page of another origin makes own calls with a cookie',
    'a browser that asks before an own call is refused where its visitor may read nothing',
    'a timer that has fired fires again when the clock is set back',
  ],
  'not derived yet: it takes a refusal in the middle of several effects': [
    'what an effect set that was refused is written with what is done otherwise',
    'an own call keeps what a step did that was refused',
    'a timer keeps what it did before the rule that refused it',
    'a schedule that a rule refuses keeps what it did before',
  ],
  'not derived yet: what calls of point 7 find, do and answer is left to the examples': [
    'an own call answers with what its caller may not read',
    'an own call shows of its caller what they may not read of themselves',
    'a computed field in an own call is worked out of what its caller may read',
    'an own call finds a record that its caller may not read',
    'an own call finds a record by a field that its caller may not read',
    'an own call finds a record below another one to which it does not belong',
    'a step of an own call changes what its caller may not read, where a relation leads there',
    'steps of an own call go through what its caller may not read',
  ],
  'not derived yet: roles by relation, schedules, and histories of what has changed since': [
    'a role by relation is evaluated on the records as they were before the command',
    'in a short month the last day does not stand for the 31st',
    'a history tells of what was hidden when it was written',
    'the records of a relation to several are found for a reader who may read none of them',
    'a filter walks to records that may not be read',
  ],
}
