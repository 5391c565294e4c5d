// Lists the security headers (CSP, HSTS and others) of API, pages and assets.

/** Nothing that the API answers is a page: should a browser show it all the same, it may load and run nothing. */
const API_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const FOR_ALL = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'Strict-Transport-Security',
  'max-age=31536000; includeSubDomains',
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'X-Frame-Options',
  'DENY',
  'X-Permitted-Cross-Domain-Policies',
  'none',
  'Permissions-Policy',
  'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
] as const

/** Headers of answers that a browser might show: tables, calendars, texts. */
export const API_HEADERS: readonly string[] = [
  ...FOR_ALL,
  'Content-Security-Policy',
  API_POLICY,
  'Cache-Control',
  'private, no-store',
]

/**
 * Headers of JSON, which programs read. `nosniff` keeps a browser from taking it for a page or a script; the page that
 * shows what was read carries the other headers itself.
 */
export const JSON_HEADERS: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Cache-Control',
  'private, no-store',
]

/**
 * Headers of files that people uploaded. Browsers revalidate them each time, since rights change although the content
 * does not.
 */
export const FILE_HEADERS: readonly string[] = [
  ...FOR_ALL,
  'Content-Security-Policy',
  API_POLICY,
  'Cache-Control',
  'private, no-cache',
]

/** A page may run our own scripts and the styles that carry its nonce. `scripts`: hashes of those that stand in it. */
export function pageHeaders(nonce: string, scripts: readonly string[] = []): readonly string[] {
  return [
    ...FOR_ALL,
    'Content-Security-Policy',
    `default-src 'none'; script-src ${["'self'", ...scripts].join(' ')}; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; img-src 'self' data: blob:; ` +
      `font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'Cache-Control',
    'private, no-store',
  ]
}

/** Headers of built files that have a hash in their name, and so never change. */
export const ASSET_HEADERS: readonly string[] = [
  ...FOR_ALL,
  'Content-Security-Policy',
  API_POLICY,
  'Cache-Control',
  'public, max-age=31536000, immutable',
]

/** Names and values in pairs, for what takes them one by one. */
export function* headerPairs(headers: readonly string[]): Generator<[name: string, value: string]> {
  for (let at = 0; at + 1 < headers.length; at += 2) yield [headers[at] ?? '', headers[at + 1] ?? '']
}
