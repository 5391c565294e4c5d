// Lists the messages of reading and linking point 5.
import { entry } from './entry.ts'
import { joinNames } from '../text/language.ts'
import { didYouMean } from './all-points.ts'

export const badMust = entry<{ form: string; expected: string }>(
  'rules/bad-condition',
  'error',
  ({ form, expected }) => ({
    message: `"${form}" can't be read.`,
    hint: `write ${expected}`,
  }),
)

export const badTarget = entry<{ target: string }>('rules/bad-target', 'error', ({ target }) => ({
  message: `"${target}" is nothing that a rule could hold for.`,
  hint: 'write an entity ("Ticket"), a transition ("Ticket.resolve") or a call ("POST /api/…")',
}))

export const badElse = entry<{ word: string; nearest: string | undefined }>(
  'rules/bad-else',
  'error',
  ({ word, nearest }) => ({
    message: `"${word}" is nothing that a broken rule could do.`,
    hint: didYouMean(nearest) ?? 'write "refuse" or "warn"',
  }),
)

export const badChecked = entry<{ when: string; nearest: string | undefined }>(
  'rules/bad-checked',
  'error',
  ({ when, nearest }) => ({
    message: `"${when}" is no time at which a rule is checked.`,
    hint:
      didYouMean(nearest) ??
      'write "always", "when created", "when starts_at changes", "before effects" or "from both sides"',
  }),
)

/** `part`: what it reads otherwise; undefined: it looks through records of its own kind. */
export const notFromBothSides = entry<{ part: string | undefined }>(
  'rules/not-from-both-sides',
  'error',
  ({ part }) => ({
    message:
      part === undefined
        ? "A rule on all records of its entity can't be checked from both sides."
        : `${part} is read by no relation: which records a change of it concerns is not known.`,
    hint: 'leave "checked" empty, or read it by a relation of the record: room.capacity, lines.sum(…)',
  }),
)

/** `of`: an entity, or a call. */
export const doubledRule = entry<{ name: string; of: string }>(
  'rules/duplicate-rule',
  'error',
  ({ name, of }) => `There are two rules of ${of} with the name "${name}".`,
  'give one of them another name',
)

export const checkedElsewhere = entry<{ target: string }>('rules/checked-elsewhere', 'error', ({ target }) => ({
  message: `A rule on ${target} is checked whenever that is done, and at no other time.`,
  hint: 'leave the cell "checked" empty',
}))

export const onRecordsBackwards = entry<{ name: string; entity: string }>(
  'rules/on-records-backwards',
  'warning',
  ({ name, entity }) => ({
    message: `"${name}" are the records that point to ${entity}, and no field of its form: people are shown the rule above the form.`,
    hint: 'name a field of the record, or leave the cell empty',
  }),
)

/** Reports two fields whose values can't be the ends of a period. */
export const noSpan = entry<{ from: string; to: string }>('rules/no-period', 'error', ({ from, to }) => ({
  message: `Nothing lasts from ${from} to ${to}.`,
  hint: 'name two dates, two moments, two times or two numbers: "starts_at..ends_at"',
}))

/** `states`: in one of which the step leaves the record of `other`. */
export const brokenByEffect = entry<{
  rule: string
  step: string
  entity: string
  other: string
  states: readonly string[]
}>('rules/broken-by-effect', 'warning', ({ rule, step, entity, other, states }) => {
  const named = joinNames(
    states.map((word) => `"${word}"`),
    'or',
    'en',
  )
  return {
    message: `The rule "${rule}" of ${entity} refuses this whenever it happens: rules are asked after all effects, and after "${step}" the ${other} is ${named}.`,
    hint: `write "before effects" in the column "checked" of the rule, or let it hold where the ${other} is ${named}`,
  }
})
