// Routes that every application has beside the document's own, and what a document may not put in their place.

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
  '/studio/people',
  '/studio/audit',
  '/404',
] as const

/** Without these nobody could get in, or mend what is wrong; the files of the page lie below `/assets`. */
export function isOfTheSystem(route: string): boolean {
  return /^\/(?:sign-in|sign-up|forgot-password|reset-password|account|studio|assets)(?:\/|$)/.test(route)
}

/** One that a document may replace, and should know that it does. */
export function isReplaceable(route: string): boolean {
  return route === '/inbox' || route === '/about' || route === '/search'
}
