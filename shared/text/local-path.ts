// Restricts the path after signing in to paths of this application.

const LONGEST = 2_000

/**
 * The path itself, or `/` for all that could lead elsewhere: `//evil`, `/\evil`, `/%2fevil`, `javascript:…`, a line break in between
 * that browsers leave out, or the pages of signing in themselves.
 */
export function localPath(next: string | null | undefined): string {
  if (
    !next?.isWellFormed() ||
    next.length > LONGEST ||
    !/^\/(?![/\\]|%2f|%5c)[\x21-\x5b\x5d-\x7e\u00a1-\uffff]*$/i.test(next)
  )
    return '/'
  return /^\/(?:sign-in|sign-up|api)(?![\w-])/i.test(next) ? '/' : next
}
