// Holds the phrases that conditions are said in, by language.
import type { InLanguages } from '../../text/language.ts'
import { languageOf } from '../../text/language.ts'
import { GERMAN_PHRASES } from './german-phrases.ts'

/** Each takes words that were made before, and gives a clause without a capital and without a full stop. */
export interface ConditionPhrases {
  /** `assignee == me`; `of` is "its team" in `team.lead == me`. */
  readonly youAre: (field: string, of: string | undefined) => string
  readonly youAreNot: (field: string, of: string | undefined) => string
  readonly youAreAmong: (field: string, of: string | undefined) => string
  readonly youAreNotAmong: (field: string, of: string | undefined) => string
  readonly youHaveRole: (roles: string) => string
  readonly youHaveNotRole: (roles: string) => string
  /** `assignee.is("Agent")` */
  readonly hasRole: (what: string, roles: string) => string
  readonly hasNotRole: (what: string, roles: string) => string
  /** Phrase for the person who may be chosen, in `is("Agent")`. */
  readonly thePerson: string
  /** `created_by == me` */
  readonly youCreated: (record: string | undefined) => string
  readonly youDidNotCreate: (record: string | undefined) => string
  /** `not the one who did submit`: by the name of the transition. */
  readonly youDid: (transition: string) => string
  readonly anotherDid: (transition: string) => string
  /** Phrase for the person who created the record: "the person who created it can do this". */
  readonly creator: (record: string | undefined) => string
  readonly thisIsYou: string
  readonly thisIsNotYou: string
  readonly signedIn: string
  readonly notSignedIn: string
  readonly is: (what: string, value: string) => string
  readonly isNot: (what: string, value: string) => string
  /** `this.kind in holds` */
  readonly isAmong: (what: string, set: string) => string
  readonly isNotAmong: (what: string, set: string) => string
  readonly isEmpty: (what: string) => string
  readonly isFilled: (what: string) => string
  readonly isYes: (what: string) => string
  readonly isNo: (what: string) => string
  readonly less: (what: string, value: string) => string
  readonly atMost: (what: string, value: string) => string
  readonly more: (what: string, value: string) => string
  readonly atLeast: (what: string, value: string) => string
  readonly before: (what: string, value: string) => string
  readonly notAfter: (what: string, value: string) => string
  readonly after: (what: string, value: string) => string
  readonly notBefore: (what: string, value: string) => string
  readonly hasSome: (what: string, of: string) => string
  readonly hasLess: (what: string, count: string, of: string) => string
  readonly hasAtMost: (what: string, count: string, of: string) => string
  readonly hasMore: (what: string, count: string, of: string) => string
  readonly hasAtLeast: (what: string, count: string, of: string) => string
  readonly some: (set: string, condition: string) => string
  readonly none: (set: string, condition: string) => string
  readonly every: (set: string, condition: string) => string
  readonly characters: string
  readonly of: (field: string, record: string | undefined) => string
  readonly former: (field: string) => string
  /** A record that the one at hand names: "its ticket". */
  readonly its: (field: string) => string
  readonly your: (field: string) => string
  /** The record at hand, where another one is spoken of: "this ticket". */
  readonly thisOne: (entity: string) => string
  /** The record of a set, where one of a set within it is spoken of: "the line". */
  readonly theOne: (entity: string) => string
  /** The record that is spoken of, in `id != this.fridge.id`. */
  readonly it: string
  readonly you: string
  readonly thisRecord: string
  readonly now: string
  readonly today: string
  readonly plus: (left: string, right: string) => string
  readonly minus: (left: string, right: string) => string
  readonly times: (left: string, right: string) => string
  readonly over: (left: string, right: string) => string
  readonly sum: (what: string, set: string) => string
  readonly count: (set: string) => string
  readonly and: string
  readonly or: string
  readonly yes: string
  readonly no: string
  /** Is a name in the middle of a sentence written small? */
  readonly small: boolean
}

const ENGLISH: ConditionPhrases = {
  youAre: (field, of) => `you are ${of === undefined ? 'its' : `the`} ${field}${of === undefined ? '' : ` of ${of}`}`,
  youAreNot: (field, of) =>
    `you are not ${of === undefined ? 'its' : `the`} ${field}${of === undefined ? '' : ` of ${of}`}`,
  youAreAmong: (field, of) => `you are among ${of === undefined ? 'its' : 'the'} ${field}${of ? ` of ${of}` : ''}`,
  youAreNotAmong: (field, of) =>
    `you are not among ${of === undefined ? 'its' : 'the'} ${field}${of ? ` of ${of}` : ''}`,
  youHaveRole: (roles) => `you have the role ${roles}`,
  youHaveNotRole: (roles) => `you do not have the role ${roles}`,
  hasRole: (what, roles) => `${what} has the role ${roles}`,
  hasNotRole: (what, roles) => `${what} does not have the role ${roles}`,
  thePerson: 'the person',
  youCreated: (record = 'it') => `you created ${record}`,
  youDidNotCreate: (record = 'it') => `you did not create ${record}`,
  youDid: (transition) => `the last to do “${transition}” was you`,
  anotherDid: (transition) => `the last to do “${transition}” was somebody else`,
  creator: (record = 'it') => `the person who created ${record}`,
  thisIsYou: 'this is you',
  thisIsNotYou: 'this is somebody else',
  signedIn: 'you are signed in',
  notSignedIn: 'you are not signed in',
  is: (what, value) => `${what} is ${value}`,
  isNot: (what, value) => `${what} is not ${value}`,
  isAmong: (what, set) => `${what} is among ${set}`,
  isNotAmong: (what, set) => `${what} is not among ${set}`,
  isEmpty: (what) => `${what} is empty`,
  isFilled: (what) => `${what} is filled in`,
  isYes: (what) => `${what} is yes`,
  isNo: (what) => `${what} is no`,
  less: (what, value) => `${what} is less than ${value}`,
  atMost: (what, value) => `${what} is at most ${value}`,
  more: (what, value) => `${what} is more than ${value}`,
  atLeast: (what, value) => `${what} is at least ${value}`,
  before: (what, value) => `${what} is before ${value}`,
  notAfter: (what, value) => `${what} is not after ${value}`,
  after: (what, value) => `${what} is after ${value}`,
  notBefore: (what, value) => `${what} is not before ${value}`,
  hasSome: (what, of) => `${what} has ${of}`,
  hasLess: (what, count, of) => `${what} has fewer than ${count} ${of}`,
  hasAtMost: (what, count, of) => `${what} has at most ${count} ${of}`,
  hasMore: (what, count, of) => `${what} has more than ${count} ${of}`,
  hasAtLeast: (what, count, of) => `${what} has at least ${count} ${of}`,
  some: (set, condition) => `there is at least one among ${set} for which ${condition}`,
  none: (set, condition) => `there is none among ${set} for which ${condition}`,
  every: (set, condition) => `each of ${set} meets this: ${condition}`,
  characters: 'characters',
  of: (field, record) => (record === undefined ? field : `the ${field} of ${record}`),
  former: (field) => `the former ${field}`,
  its: (field) => `its ${field}`,
  your: (field) => `your ${field}`,
  thisOne: (entity) => `this ${entity}`,
  theOne: (entity) => `the ${entity}`,
  it: 'it',
  you: 'you',
  thisRecord: 'this record',
  now: 'now',
  today: 'today',
  plus: (left, right) => `${left} plus ${right}`,
  minus: (left, right) => `${left} minus ${right}`,
  times: (left, right) => `${left} times ${right}`,
  over: (left, right) => `${left} divided by ${right}`,
  sum: (what, set) => `the sum of ${what} over ${set}`,
  count: (set) => `the number of ${set}`,
  and: 'and',
  or: 'or',
  yes: 'yes',
  no: 'no',
  small: true,
}

/** A page has no other language than its own. */
const PHRASES: InLanguages<ConditionPhrases | undefined> = { en: ENGLISH, de: GERMAN_PHRASES }

/** `language`: BCP 47; English for those without phrases of their own. */
export function conditionPhrases(language: string): ConditionPhrases {
  return PHRASES[languageOf(language)] ?? ENGLISH
}
