// Lists the warnings of the checks of calls.
import { entry } from './entry.ts'
import { joinNames } from '../text/language.ts'

export const callByNobody = entry<{ call: string }>('calls/call-by-nobody', 'warning', ({ call }) => ({
  message: `Nobody may call ${call}: nothing says who.`,
  hint: 'add a line to the table | call | who | does |, or the setting "- who: Agent"',
}))

export const callNeverHolds = entry<{ call: string }>('calls/never-holds', 'warning', ({ call }) => ({
  message: `This condition can never hold, so that it lets nobody call ${call}.`,
  hint: 'correct the condition, or leave it out',
}))

export const callReadsNothing = entry<{ call: string; what: string }>(
  'calls/reads-unreadable',
  'warning',
  ({ call, what }) => ({
    message: `Nobody who may call ${call} may read ${what}, so that it finds none of them.`,
    hint: 'grant it under point 6, or leave it out here',
  }),
)

export const callFindsNoneFor = entry<{ what: string; callers: readonly string[] }>(
  'calls/finds-none-for',
  'warning',
  ({ what, callers }) => ({
    message: `What a call goes through is what its caller may read: for ${joinNames(callers, 'and', 'en')} there are no ${what} here.`,
    hint: 'grant them under point 6, leave it out here, or ask a computed field that they may read',
  }),
)

export const callCountsSome = entry<{ what: string; callers: readonly string[] }>(
  'calls/counts-some',
  'note',
  ({ what, callers }) => ({
    message: `This counts what its caller may read: ${joinNames(callers, 'and', 'en')} may read only some ${what}, or none, and the others are not counted, as if they were not there.`,
    hint: 'ask a computed field that they may read: it sees them all; or grant them under point 6',
  }),
)

export const callAsksUnreadable = entry<{ what: string; callers: readonly string[] }>(
  'calls/asks-unreadable',
  'warning',
  ({ what, callers }) => ({
    message: `${what} is asked with the eyes of the caller: ${joinNames(callers, 'and', 'en')} may not read it, and for them it is empty.`,
    hint: 'grant the field under point 6, or ask a computed field that they may read',
  }),
)

export const callAnswersUnreadable = entry<{ what: string; callers: readonly string[] }>(
  'calls/answers-unreadable',
  'note',
  ({ what, callers }) => ({
    message: `${what} is empty here for ${joinNames(callers, 'and', 'en')}, who may not read it: a call answers what its caller may read.`,
    hint: 'nothing, if that is meant; else grant it under point 6, or answer a computed field that they may read',
  }),
)

export const callClosesWhatItReads = entry<{
  what: readonly string[]
  entity: string
  states: readonly string[]
  callers: readonly string[]
}>('calls/closes-what-it-reads', 'note', ({ what, entity, states, callers }) => ({
  message: `In the state ${joinNames(
    states.map((state) => `"${state}"`),
    'or',
    'en',
  )}, to which this call brings ${entity}, ${joinNames(callers, 'and', 'en')} may not read ${joinNames(what, 'and', 'en')} of it: here that is empty for them.`,
  hint: 'grant it in that state under point 6, or name it before: "let … = …" above the step reads it as it was',
}))

export const pathNotReadable = entry<{ call: string; what: string; callers: readonly string[] }>(
  'calls/path-not-readable',
  'warning',
  ({ call, what, callers }) => ({
    message: `${call} answers 404 to ${joinNames(callers, 'and', 'en')}, who may read no ${what}.`,
    hint: 'grant it under point 6, or leave them out of "who"',
  }),
)

export const getChanges = entry<{ call: string }>('calls/get-changes', 'warning', ({ call }) => ({
  message: `${call} changes something, and a GET is made again by browsers and by what lies between.`,
  hint: 'make it a POST',
}))
