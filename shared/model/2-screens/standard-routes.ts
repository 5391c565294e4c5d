// Lists the standard routes and tells which of them a document may replace.

export const STANDARD_ROUTES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/account',
  '/inbox',
  '/about',
  '/search',
  '/studio',
  '/studio/pictures',
  '/studio/verify',
  '/studio/revisions',
  '/studio/data',
  '/studio/changes',
  '/studio/people',
  '/studio/timers',
  '/studio/deliveries',
  '/studio/mail',
  '/studio/audit',
  '/studio/help',
  '/studio/help/ten-minutes',
  '/studio/help/cookbook',
  '/studio/help/reference',
  '/studio/help/examples',
  '/studio/help/edges',
  '/404',
] as const

/**
 * Whether no document may take the route: without these nobody could get in, or mend what is wrong. The logo and the files
 * of the page lie below `/assets`, too; the names of the latter have a hash, so that no record has the same.
 */
export function isSystemRoute(route: string): boolean {
  return /^\/(?:sign-in|sign-up|forgot-password|reset-password|account|unsubscribe|studio|assets\/logo)(?:\/|$)/.test(
    route,
  )
}

/** Whether a document may replace the route; a note tells its author that it does. */
export function isReplaceableRoute(route: string): boolean {
  return route === '/inbox' || route === '/about' || route === '/search'
}
