// Stands in the client's build for the refusals that only the server makes: they arrive worded.
import type { ACCOUNT_FIELD_REFUSALS as AccountFieldRefusals } from '#shared/refusals/account-fields.ts'
import type { ACCOUNT_REFUSALS as AccountRefusals } from '#shared/refusals/accounts.ts'
import type { LIST_AND_IMPORT_REFUSALS as ListAndImportRefusals } from '#shared/refusals/lists-and-imports.ts'
import type { REQUEST_REFUSALS as RequestRefusals } from '#shared/refusals/requests.ts'

export const ACCOUNT_FIELD_REFUSALS: Partial<typeof AccountFieldRefusals> = {}
export const ACCOUNT_REFUSALS: Partial<typeof AccountRefusals> = {}
export const REQUEST_REFUSALS: Partial<typeof RequestRefusals> = {}
export const LIST_AND_IMPORT_REFUSALS: Partial<typeof ListAndImportRefusals> = {}
