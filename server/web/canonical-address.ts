// Finds the one address of what was asked for with slashes too many.

/** "/tickets/?sort=due" → "/tickets?sort=due". Undefined: it is that address, or could lead to another host. */
export function canonicalAddress(url: string): string | undefined {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const meant = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  // A browser reads "/\host" as the address of another host.
  return meant === path || !/^\/(?!\\)/.test(meant) ? undefined : meant + url.slice(path.length)
}
