// Creates and compares the ETags of records: `"<version>.<short hash>"`.
import { hash } from 'node:crypto'
import { refused } from '../../policy/refused.ts'

export function createEtag(version: number, body: string): string {
  return `"${version}.${hash('sha256', body, 'base64url').slice(0, 10)}"`
}

/** Does the caller already have this? Compared weakly, as RFC 9110 says for `If-None-Match`. */
export function matchesEtag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === '*' || ifNoneMatch === tag) return true
  return ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === tag)
}

/** The version that `If-Match` asks for, by an ETag or by `_version` itself; undefined: any. */
export function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const [, tagged, bare] = /^\s*(?:(?:W\/)?"(\d{1,15})(?:\.[\w-]*)?"|(\d{1,15}))\s*$/.exec(ifMatch) ?? []
  const version = tagged ?? bare
  if (version === undefined) throw refused('bad_etag')
  return Number(version)
}

/** The version of a record in its JSON text: inside a text value the quotes would be escaped. */
export function versionOf(json: string): number {
  return Number(
    /^\{"id":"[^"]*","_version":(\d+)/.exec(json)?.[1] ?? (JSON.parse(json) as { _version?: number })._version ?? 0,
  )
}
