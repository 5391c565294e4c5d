// Decides whether what is there has a version that the caller of a write accepts (RFC 9110).

export interface VersionCondition {
  /** `If-Match`: the version is one of these; absent: any will do. */
  readonly oneOf?: readonly number[]
  /** `If-Match` has nothing but weak tags, which never match there. */
  readonly isWeak?: boolean
  /** `If-None-Match`: the version is none of these; `any`: there must be nothing. */
  readonly noneOf?: readonly number[] | 'any'
}

/** Gives the refusal of a write of what has the version `current`; undefined: it meets the condition. */
export function refusalOfVersion(
  current: number,
  { oneOf, isWeak, noneOf = [] }: VersionCondition = {},
): 'changed_meanwhile' | 'weak_etag' | 'exists_already' | undefined {
  if (oneOf !== undefined && !oneOf.includes(current)) return isWeak === true ? 'weak_etag' : 'changed_meanwhile'
  return noneOf === 'any' || noneOf.includes(current) ? 'exists_already' : undefined
}

/** Gives the newest version that the caller named, beside the one that there is. */
export function namedVersions(current: number, { oneOf = [] }: VersionCondition = {}) {
  return oneOf.length === 0 ? {} : { versions: { given: Math.max(...oneOf), current } }
}
