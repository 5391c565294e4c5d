// Lists the messages of reading and linking point 4.
import { entry } from './entry.ts'
import { joinNames } from '../text/language.ts'
import { didYouMean } from './all-points.ts'

export const headingNamesNoField = entry<{ heading: string }>(
  'states/heading-names-no-field',
  'error',
  ({ heading }) => ({
    message: `"${heading}" names an entity, and its transitions need a field.`,
    hint: `write "### ${heading}.status"`,
  }),
)

export const eventsOnly = entry<{ what: string }>('states/events-only', 'error', ({ what }) => ({
  message: `${what} can't stand directly below an entity.`,
  hint: 'write the heading as "### Ticket.status"; below "### Ticket" only created, changed, deleted and restored are known',
}))

export const badRecurrence = entry<{ every: string }>('states/bad-schedule', 'error', ({ every }) => ({
  message: every === '' ? 'It does not say when this happens.' : `"${every}" does not say when this happens.`,
  hint: '"hour", "day at 06:00", "weekdays at 06:00", "Monday at 08:00", "month on 1 at 06:00" or "year on 1 January"',
}))

export const badMissed = entry<{ missed: string }>('states/bad-missed', 'error', ({ missed }) => ({
  message: `"${missed}" does not say how what was missed is caught up.`,
  hint: 'write "once", or "each" for one run at each moment that was missed',
}))

export const schedulesAreNoEntity = entry<object>(
  'states/schedules-are-no-entity',
  'error',
  () => '"Schedules" is the table of schedules in point 4, and can\'t be an entity here.',
  'give the entity another name',
)

export const missingColumn = entry<{ transition: string; column: string }>(
  'states/missing-state',
  'error',
  ({ transition, column }) => ({
    message: `The transition "${transition}" does not say "${column}" which state.`,
    hint: column === 'from' ? 'write states, "any" or "new record"' : 'write a state, or "stay"',
  }),
)

export const eventWithStates = entry<{ event: string }>(
  'states/event-with-states',
  'error',
  ({ event }) =>
    `"${event}" stands for what happens to a record; "from", "to", "who", "asks" and "after" can't apply to it.`,
  'leave those cells empty',
)

export const rowNeverApplies = entry<{ transition: string; line: number }>(
  'states/row-never-applies',
  'error',
  ({ transition, line }) => ({
    message: `This row of "${transition}" never applies: the one in line ${line} fits wherever it does.`,
    hint: 'give one of them another "from", "who" or "when"',
  }),
)

export const otherwiseNeverSaid = entry<{ code: string }>('states/otherwise-never-said', 'warning', ({ code }) => ({
  message: `"${code}" is never said: the row has no condition that could refuse anybody.`,
  hint: 'write a condition under "when" or in "who", such as "Treasurer and `created_by != me`", or leave the code out',
}))

export const badAfter = entry<{ after: string }>('states/bad-after', 'error', ({ after }) => ({
  message: `"${after}" is no time at which a transition could happen by itself.`,
  hint: 'for example "7 days", "`limits.grace`", "at due_at", "every 3 days from `created_at`, at most 5 times"',
}))

export const badInput = entry<{ input: string }>('states/bad-input', 'error', ({ input }) => ({
  message: `"${input}" is no input.`,
  hint: 'an input has a name and a type: "reason: long text required"',
}))

export const whenOfInput = entry<{ input: string; when: string }>(
  'states/when-of-input',
  'error',
  ({ input, when }) => ({
    message: `The word "required" is missing before "when", which says when "${input}" is required.`,
    hint: `write "required ${when}"`,
  }),
)

export const linesOnlyClosed = entry<{ lines: string; entity: string; says: string }>(
  'states/lines-only-closed',
  'error',
  ({ lines, entity, says }) => ({
    message: `${lines} are the lines of ${entity}: a state can make them "read only", not "${says}".`,
    hint: 'how many there are is said under point 3: "at least 1" among the limits of their relation',
  }),
)

export const limitInCell = entry<{ input: string }>('states/limit-in-cell', 'error', ({ input }) => ({
  message: `The cell "asks" can’t hold "choose from" for "${input}".`,
  hint: 'write what the step asks for in a table below "#### …" with its name: "| asks | type | choose from |"',
}))

const ASKED_TWICE = {
  type: 'Its type in the cell "asks" is another than here',
  required: 'Whether it is required is said otherwise in the cell "asks"',
  default: 'Its default in the cell "asks" is another than here',
  limits: 'Its limits in the cell "asks" are others than here',
  rows: 'Not all rows of this name ask for it in their cells, and this table is of all of them',
} as const

export const askedTwice = entry<{ input: string; differs: keyof typeof ASKED_TWICE }>(
  'states/asked-twice',
  'error',
  ({ input, differs }) => ({
    message: `"${input}" is asked in a cell, too. ${ASKED_TWICE[differs]}.`,
    hint: 'take it out of the cells, or say the same there',
  }),
)

export const limitOfInput = entry<{ limit: string }>('states/limit-of-input', 'error', ({ limit }) => ({
  message: `"${limit}" says something of what is stored, and nothing of what a transition asks for.`,
  hint: 'write it at the field that the input is kept in',
}))

/** `first`: its first word, at which the message stands. */
export const unknownEffect = entry<{ effect: string; first: string; nearest: string | undefined }>(
  'states/unknown-effect',
  'error',
  ({ effect, nearest }) => ({
    message: `"${effect}" is no effect.`,
    hint:
      didYouMean(nearest) ??
      'for example "`field = value`", "create Comment { … }", "notify assignee "…"", "do close on parent", "refuse CODE if …"',
  }),
)

export const onlyInCalls = entry<{ word: string }>('states/only-in-calls', 'error', ({ word }) => ({
  message: `"${word}" is for the calls of point 7; a transition can't do it.`,
  hint: 'move the step to a call, "### POST /api/…" under point 7',
}))

/** `write`: the effect as it can only have been meant. */
export const badEffect = entry<{
  word: string
  expected: string
  hint?: string | undefined
  write?: string | undefined
}>('states/bad-effect', 'error', ({ word, expected, hint, write }) => ({
  message: `This "${word}" can't be read.`,
  hint: hint ?? `write ${write ?? expected}`,
  write,
  certain: true,
}))

export const otherForm = entry<{ field: string }>('states/other-form', 'note', ({ field }) => ({
  message: '"asked" is read; the reference says it by the inputs of the transition.',
  hint: `write "${field}" among what the transition asks, and "${field} = input.…" among its effects`,
}))

/** Reports effects of a transition that are given both in a cell and in a list. */
export const effectsTwice = entry<{ transition: string }>('states/effects-twice', 'error', ({ transition }) => ({
  message: `The effects of "${transition}" stand in the column "then" and in the list below its heading.`,
  hint: 'move what the cell says into the list, and leave the cell empty',
}))

export const seeBelow = entry<{ words: string; transition: string; hasSteps: boolean }>(
  'states/see-below',
  'error',
  ({ words, transition, hasSteps }) => ({
    message: `"${words}" is no effect.`,
    hint: hasSteps
      ? `leave the cell empty: the steps below "#### ${transition}" are found without it`
      : `leave the cell empty, and write the steps as an ordered list below "#### ${transition}"`,
    ...(hasSteps ? { write: '', certain: true } : {}),
  }),
)

export const nestedTooDeep = entry(
  'states/nested-too-deep',
  'error',
  () => 'Effects are nested too deep here.',
  'give the inner effects a transition of their own, and let this one do it',
)

export const badFieldValue = entry<{ text: string }>('states/bad-field-value', 'error', ({ text }) => ({
  message: `"${text}" gives no field a value.`,
  hint: 'write "{ ticket: this, body: input.reason }"',
}))

export const unknownBinding = entry<{ says: string; nearest: string | undefined }>(
  'states/unknown-binding',
  'error',
  ({ says, nearest }) => ({
    message: `"${says}" says nothing about a field in a state.`,
    hint: didYouMean(nearest) ?? 'cells say "hidden", "read only", "required", "asked", or nothing',
  }),
)

export const standsAlone = entry<{ word: string }>('states/stands-alone', 'error', ({ word }) => ({
  message: `"${word}" stands by itself, and not beside states.`,
  hint: `give "${word}" a row of its own: rows with one name are one transition`,
}))

export const resemblesField = entry<{ field: string; entity: string; nearest: string }>(
  'states/resembles-field',
  'warning',
  ({ field, entity, nearest }) => ({
    message: `Point 3 lists no field "${field}" of ${entity}: it is made here, beside "${nearest}".`,
    hint: didYouMean(nearest),
  }),
)

export const doneOnNothing = entry<{ transition: string }>('states/done-on-nothing', 'error', ({ transition }) => ({
  message: `"${transition}" is done on a record, and none is at hand here.`,
  hint: `name it: "do ${transition} on parent"`,
}))

/** `record`: an expression for one record, `field`: its field. */
export const otherRecord = entry<{ record: string; field: string }>(
  'states/other-record',
  'error',
  ({ record, field }) => ({
    message: `"${record}.${field}" is a field of another record than the one at hand.`,
    hint: `write "update ${record} { ${field}: … }"`,
  }),
)

export const doubledBinding = entry<{ field: string; state: string }>(
  'states/duplicate-binding',
  'error',
  ({ field, state }) => ({
    message: `"${field}" is bound to "${state}" a second time.`,
    hint: 'say it once, or tell the rows apart by the columns "role" and "if"',
  }),
)

/** `effect`: "create Comment". */
export const lacksLines = entry<{ head: string; line: string; least: number; part: string }>(
  'states/lacks-lines',
  'error',
  ({ head, line, least, part }) => ({
    message: `"create ${head}" makes no ${line}, of which there have to be at least ${least}: it would always be refused.`,
    hint: `give them with it: { ${part}: [{ … }] }`,
  }),
)

export const lacksRequired = entry<{ effect: string; name: string }>(
  'states/lacks-required',
  'warning',
  ({ effect, name }) => ({
    message: `"${effect}" does not give "${name}", which is required: it would always be refused.`,
    hint: `add it in braces: { ${name}: … }`,
  }),
)

export const nobodyGives = entry<{ transition: string; state: string; field: string }>(
  'states/nobody-gives',
  'warning',
  ({ transition, state, field }) => ({
    message: `"${transition}" happens by itself and leads to "${state}", which requires ${field}: where that is empty, it fails.`,
    hint: `let the step set it: ${field} = …; or let it happen only where it is filled: when \`${field} != null\``,
  }),
)

/** `name`: that of the input and of the field, in expressions. `state`: requires the field, and the step leads there. */
export const inputNotKept = entry<{ step: string; input: string; name: string; state: string | undefined }>(
  'states/input-not-kept',
  'warning',
  ({ step, input, name, state }) => ({
    message:
      state === undefined
        ? `"${step}" asks for "${input}" and does nothing with it: it does not go into the field of this name by itself.`
        : `"${step}" asks for "${input}" and does not put it into the field of this name, which "${state}" requires: while that is empty, the step is refused.`,
    hint: `let an effect put it there: ${name} = input.${name}; or give the input another name`,
  }),
)

/** `other`: the alternative by which they may, as it is written. */
export const fourEyesCovered = entry<{ transition: string; other: string; roles: readonly string[] }>(
  'states/four-eyes-covered',
  'warning',
  ({ transition, other }) => ({
    message: `This keeps nobody away: who did "${transition}" may do it all the same, since "${other}" lets them.`,
    hint: `write "and not the one who did ${transition}" there, too`,
  }),
)

export const fourEyesForSome = entry<{ transition: string; other: string; roles: readonly string[] }>(
  'states/four-eyes-for-some',
  'note',
  ({ transition, other, roles }) => ({
    message: `Who has the role ${joinNames(roles, 'or', 'en')} and did "${transition}" may do it all the same, where "${other}" lets them.`,
    hint: `if that is not meant, write "and not the one who did ${transition}" there, too`,
  }),
)

/** `goesWithIt`: the records of the set are deleted with the one at hand. */
export const setGoneWithRecord = entry<{ entity: string; set: string; related: string; goesWithIt: boolean }>(
  'states/set-gone',
  'warning',
  ({ entity, set, related, goesWithIt }) => ({
    message: `"${set}" is empty here: when the event "deleted" of ${entity} happens, no ${related} leads to it any more.`,
    hint: goesWithIt
      ? `write an event "deleted" of ${related}: it happens for each that is deleted with it, and reads it as it was`
      : `read "${set}" in a step that ends with "delete this"`,
  }),
)
