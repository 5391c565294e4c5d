// Gathers the German refusals. The client's build loads them on German pages only (`client/words/german-refusals.ts`).
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
