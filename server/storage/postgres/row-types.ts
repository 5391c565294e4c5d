// Declares how values of PostgreSQL are read: in the form in which SQLite has them.
import type { CustomTypesConfig } from 'pg'
import { types } from 'pg'

const { builtins } = types

/** JSON stays the text that it is, truth is 1 or 0, and whole numbers are numbers as far as these are exact. */
export const ROW_TYPES: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === builtins.BOOL) return (text: string) => (text === 't' ? 1 : 0)
    if (type === builtins.INT8 || type === builtins.NUMERIC) return readNumber
    if (type === builtins.TEXT || type === builtins.JSON || type === builtins.JSONB) return asItIs
    return types.getTypeParser(type, format) as (text: string) => unknown
  },
}

/** Reads what is left as the text that came. */
export const asItIs = (text: string): string => text

/** A number beyond what is exact stays the text of its digits. */
function readNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) || text.includes('.') ? number : text
}
