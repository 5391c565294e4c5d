// Names the constants that the system itself obeys.

/** Identifiers of the constants. */
export const KNOWN_CONSTANTS = [
  'time_zone',
  'language',
  'currency',
  'first_day_of_week',
  'requests',
  'sign_in_attempts',
  'session',
  'upload_size',
  'storage_per_person',
  'page_size',
  'records_per_import',
  'trash',
  'history',
] as const

export type KnownConstant = (typeof KNOWN_CONSTANTS)[number]

export function isKnownConstant(identifier: string): identifier is KnownConstant {
  return KNOWN.has(identifier)
}

const KNOWN: ReadonlySet<string> = new Set(KNOWN_CONSTANTS)
