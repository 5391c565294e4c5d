// Stands in the client's build for the refusals that only the server makes: they arrive worded.
import type { ACCOUNT_REFUSALS as AccountRefusals } from '#shared/refusals/accounts.ts'
import type { REQUEST_REFUSALS as RequestRefusals } from '#shared/refusals/requests.ts'

export const ACCOUNT_REFUSALS: Partial<typeof AccountRefusals> = {}
export const REQUEST_REFUSALS: Partial<typeof RequestRefusals> = {}
