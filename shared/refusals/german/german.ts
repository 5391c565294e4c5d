// Gathers the German refusals. In the client only German pages load them.
import { GERMAN_ACCOUNT_REFUSALS } from './accounts.ts'
import { GERMAN_FIELD_REFUSALS } from './fields.ts'
import { GERMAN_RECORD_REFUSALS } from './records.ts'
import { GERMAN_REQUEST_REFUSALS } from './requests.ts'

export const GERMAN_REFUSALS = {
  ...GERMAN_REQUEST_REFUSALS,
  ...GERMAN_RECORD_REFUSALS,
  ...GERMAN_ACCOUNT_REFUSALS,
  ...GERMAN_FIELD_REFUSALS,
}
