// Names our functions that stand in a schema: opening a file without reading its rows needs no others.
import { readIsoDuration } from '#shared/expressions/duration.ts'
import { collationKey } from '#shared/expressions/functions/collation.ts'
import { COLLATION_FUNCTION } from '../collation-sql.ts'
import { DURATION_ORDER_FUNCTION, orderKeyOf } from '../order-key.ts'

export const SCHEMA_FUNCTIONS: { readonly [name: string]: (text: unknown) => string | null } = {
  [COLLATION_FUNCTION]: (text) => (text === null ? null : collationKey(String(text))),
  [DURATION_ORDER_FUNCTION]: (text) => {
    const duration = text === null ? null : readIsoDuration(String(text))
    return duration === null ? null : orderKeyOf(duration)
  },
}
