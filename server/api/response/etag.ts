// Creates and compares the ETags of records: `"<version>.<short hash>"`.
import type { VersionCondition } from '#shared/decisions/version-condition.ts'
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { refused } from '../../policy/refused.ts'
import { tagOfContent } from '../../web/content-coding.ts'

export function createEtag(version: number, body: string): string {
  return `"${version}.${hash('sha256', body, 'base64url').slice(0, 10)}"`
}

/**
 * The tag by which the caller has this already: for a 304, which names it. Compared weakly, as RFC 9110 says for
 * `If-None-Match`, and whatever coding the body had.
 */
export function findKnownTag(ifNoneMatch: string | undefined, tag: string): string | undefined {
  const tags = ifNoneMatch === undefined ? undefined : readTags(ifNoneMatch)
  if (tags === 'any') return tag
  return tags?.find(({ opaque }) => opaque === tag || tagOfContent(opaque) === tag)?.opaque
}

/** Does `If-Range` let a part of this be sent? Only a strong tag does; of dates nothing is known here. */
export function admitsRange(ifRange: string | readonly string[] | undefined, tag: string): boolean {
  return ifRange === undefined || String(ifRange).trim() === tag
}

/** Reads the versions that `If-Match` and `If-None-Match` of a write ask for; undefined: any. */
export function versionCondition(headers: IncomingMessage['headers']): VersionCondition | undefined {
  const [match, noneMatch] = [tagsIn(headers['if-match']), tagsIn(headers['if-none-match'])]
  const oneOf = match === undefined || match === 'any' ? undefined : match
  if (oneOf === undefined && noneMatch === undefined) return undefined
  return {
    ...(oneOf && {
      oneOf: versionsOf(oneOf.filter(({ isWeak }) => !isWeak)),
      isWeak: oneOf.length > 0 && oneOf.every(({ isWeak }) => isWeak),
    }),
    ...(noneMatch && { noneOf: noneMatch === 'any' ? noneMatch : versionsOf(noneMatch) }),
  }
}

/** Refuses to create where the caller wants nothing to be: what is written to is there. */
export function refuseIfAny(headers: IncomingMessage['headers']): void {
  if (tagsIn(headers['if-none-match']) === 'any') throw refused('exists_already')
}

function tagsIn(header: string | undefined): readonly Tag[] | 'any' | undefined {
  if (header === undefined) return undefined
  const tags = readTags(header)
  if (tags === undefined) throw refused('bad_etag')
  return tags
}

/** A tag of another form than ours is of no version: it is left out, and matches nothing. */
function versionsOf(tags: readonly Tag[]): readonly number[] {
  return tags.flatMap(({ opaque }) => {
    const version = /^"(\d{1,15})(?:\.[^"]*)?"$/.exec(opaque)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

interface Tag {
  readonly isWeak: boolean
  /** With its quotation marks. */
  readonly opaque: string
}

/** `"5.abc", W/"6.def"`; a bare number is a version, too. Undefined: this is no list of tags. */
function readTags(header: string): readonly Tag[] | 'any' | undefined {
  if (header.trim() === '*') return 'any'
  const tags: Tag[] = []
  let at = 0
  while (at < header.length) {
    MEMBER.lastIndex = at
    const found = MEMBER.exec(header)
    if (found === null) return undefined
    const [whole, weak, quoted, bare] = found
    if (quoted !== undefined || bare !== undefined)
      tags.push({ isWeak: weak !== undefined, opaque: quoted ?? `"${bare}"` })
    at += whole.length
  }
  return tags.length === 0 ? undefined : tags
}

const MEMBER = /[\t ]*(?:(?:(W\/)?("[\x21\x23-\x7E\x80-\xFF]*")|(\d{1,15}))[\t ]*)?(?:,|$)/y

/** The version of a record in its JSON text: inside a text value the quotes would be escaped. */
export function versionOf(json: string): number {
  return Number(
    /^\{"id":"[^"]*","_version":(\d+)/.exec(json)?.[1] ?? (JSON.parse(json) as { _version?: number })._version ?? 0,
  )
}
