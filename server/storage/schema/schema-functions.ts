// The functions of ours that stand in a schema: who opens a file without asking for its rows needs no others.
import { collationKey } from '#shared/expressions/functions/collation.ts'
import { COLLATION_FUNCTION } from '../collation-sql.ts'

export const SCHEMA_FUNCTIONS: { readonly [COLLATION_FUNCTION]: (text: unknown) => string | null } = {
  [COLLATION_FUNCTION]: (text) => (text === null ? null : collationKey(String(text))),
}
