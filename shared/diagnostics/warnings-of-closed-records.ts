// Lists the notes on records that are open to their readers in some cases only.
import { entry } from './entry.ts'
import { joinNames } from '../text/language.ts'

export const recordReadInPart = entry<{ roles: readonly string[]; entity: string }>(
  'states/record-read-in-part',
  'note',
  ({ roles, entity }) => ({
    message: `People who have only the role ${joinNames(roles, 'or', 'en')} may read ${entity} in some records or states only: where this one is closed to them, they get the text without a link, and "…" in place of its values.`,
    hint: 'grant it wherever this is sent, send it only to those who may read it, or write "telling …" after the text',
  }),
)
