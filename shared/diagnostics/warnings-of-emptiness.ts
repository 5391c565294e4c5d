// Words the warnings and notes about what is left out: empty values, and ends that a table does not name.
import { joinNames } from '../text/language.ts'
import { entry } from './entry.ts'

export const emptyInList = entry<{ form: string; empty: string; warns: boolean }>(
  'rules/empty-in-list',
  'note',
  ({ form, empty, warns }) => ({
    message: `What is empty is in no list: without ${empty} a record is ${warns ? 'warned of' : 'refused'}.`,
    hint: `if ${empty} may be empty, write (${form} or ${empty} == null); if it may not, ${form} and ${empty} != null`,
  }),
)

export const holdsWhereEmpty = entry<{ empty: string }>('rules/holds-where-empty', 'note', ({ empty }) => ({
  message: `This holds where ${empty} is empty.`,
  hint: `if it must be there, add: and ${empty} != null`,
}))

export const comparedWithEmptyText = entry<{ text: string; operator: '==' | '!=' }>(
  'rules/compared-with-empty-text',
  'warning',
  ({ text, operator }) => ({
    message: `An empty text is stored as empty: ${text} ${operator} "" ${operator === '!=' ? 'always holds' : 'never holds'}.`,
    hint: `write ${text} ${operator} null`,
  }),
)

export const emptyWhereCompared = entry<{ field: string; empty: string }>(
  'entities/empty-where-compared',
  'note',
  ({ field, empty }) => ({
    message: `Where ${empty} is empty, ${field} can be empty, too: a comparison with what is empty is neither true nor false.`,
    hint: `say what holds then: ${empty} != null and …, or ${empty} == null or …`,
  }),
)

export const allHoldsWhereEmpty = entry<{ empty: string }>(
  'expressions/all-holds-where-empty',
  'note',
  ({ empty }) => ({
    message: `Where ${empty} is empty, this does not count: all(…) holds all the same.`,
    hint: `if it must be there, add: and ${empty} != null; if it may be empty, say so: ${empty} == null or …`,
  }),
)

/** `wanted`: what the condition needs to be met, as `empty-yes-no.ts` reads it. */
export const emptyYesNo = entry<{
  field: string
  form: string
  wanted: 'true' | 'not false' | 'in all' | 'either'
  isComputed: boolean
}>('entities/empty-yes-no', 'note', ({ field, form, wanted, isComputed }) => ({
  message: `Where ${field} is empty, ${EMPTY_YES_NO[wanted](form)}.`,
  hint: `${isComputed ? 'say in its formula what holds where a field is empty (… != null and …)' : 'give it the default "no"'}, or write ${field} ${wanted === 'true' ? '!=' : '=='} true`,
}))

const EMPTY_YES_NO = {
  true: (form: string) => `"${form}" is not met`,
  'not false': (form: string) => `a rule that needs "${form}" lets the record through`,
  'in all': (form: string) => `all(…) holds all the same, though it needs "${form}"`,
  either: (form: string) => `so is what "${form} ? … : …" gives`,
}

export const openAtTheEnd = entry<{ field: string; ends: readonly string[] }>(
  'states/open-at-the-end',
  'note',
  ({ field, ends }) => {
    const states = joinNames(
      ends.map((end) => `"${end}"`),
      'and',
      'en',
    )
    return {
      message: `"${field}" may be changed again in ${states}: the table leaves that out, and closes the field in each state that leads there.`,
      hint: 'add a column for it to the table: "read only", or an empty cell if that is meant',
    }
  },
)
