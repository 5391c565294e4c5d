// Lists the messages of reading and linking point 9.
import { entry } from './entry.ts'
import { didYouMean } from './all-points.ts'

export const expressionAsValue = entry('constants/expression-as-value', 'error', () => ({
  message: 'A constant has a value, not an expression.',
  hint: 'write the value without backticks; a text may stand in quotes',
}))

export const badDate = entry<{ date: string }>('constants/bad-date', 'error', ({ date }) => ({
  message: `"${date}" is no date.`,
  hint: 'write it as 2027-01-01',
}))

export const doubledConstant = entry<{ name: string }>('constants/duplicate-constant', 'error', ({ name }) => ({
  message: `The constant "${name}" stands here twice.`,
  hint: 'a value that is in force from a date on has that date in the column "from"',
}))

export const mixedConstant = entry<{ name: string; type: string }>(
  'constants/mixed-constant',
  'error',
  ({ name, type }) => ({
    message: `Elsewhere "${name}" is ${type}: all values of a constant are of one type.`,
    hint: 'give the other value a name of its own',
  }),
)

export const otherCurrency = entry<{ found: string; currency: string }>(
  'constants/other-currency',
  'error',
  ({ found, currency }) => ({
    message: `${found} is not the currency of this document, which is ${currency}.`,
    hint: `write the amount in ${currency}, or give the row "currency" another value`,
  }),
)

export const nearlyKnown = entry<{ name: string; nearest: string }>(
  'constants/nearly-known',
  'warning',
  ({ name, nearest }) => ({
    message: `"${name}" is no constant that the system knows, and no expression uses it.`,
    hint: didYouMean(nearest),
  }),
)

export const lookupWithoutTable = entry<{ heading: string }>(
  'constants/lookup-without-table',
  'error',
  ({ heading }) => ({
    message: `"${heading}" has no table.`,
    hint: 'add a table: its first column and its header row are the keys',
  }),
)

export const lookupTooLarge = entry<{ limit: number }>(
  'constants/lookup-too-large',
  'error',
  ({ limit }) => `A lookup has at most ${limit} values.`,
  'make an entity of it, with a record for each value',
)

export const lookupValue = entry<{ text: string }>('constants/lookup-value', 'error', ({ text }) => ({
  message: `"${text}" is no single value.`,
  hint: 'a cell holds a word, a number, a duration, a date, yes or no, or a text in quotes',
}))

export const lookupMixed = entry<{ column: string }>('constants/lookup-mixed', 'error', ({ column }) => ({
  message: `The values of "${column}" are of several types.`,
  hint: 'give the column values of one type; an empty cell is written "-"',
}))

export const calendarWithoutHours = entry<{ heading: string }>(
  'constants/calendar-without-hours',
  'error',
  ({ heading }) => ({ message: `"${heading}" has no hours.`, hint: 'add a table "| day | from | to |"' }),
)

export const badDay = entry<{ day: string; nearest: string | undefined }>(
  'constants/bad-day',
  'error',
  ({ day, nearest }) => ({
    message: `"${day}" is no day of the week.`,
    hint: didYouMean(nearest) ?? 'write "Monday", "Monday, Friday", "Monday to Friday" or "every day"',
  }),
)

export const badTimeOfDay = entry<{ time: string }>('constants/bad-time', 'error', ({ time }) => ({
  message: `"${time}" is no time of day.`,
  hint: 'write it as 9:00 or 17:30; a day ends at 24:00',
}))

export const noHours = entry<{ from: string; to: string }>('constants/no-hours', 'error', ({ from, to }) => ({
  message: `From ${from} to ${to} is no time at all.`,
  hint: 'a whole day is 0:00 to 24:00',
}))
