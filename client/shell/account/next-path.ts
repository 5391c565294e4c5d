// Where to go after signing in: a path of this application, never another site.

export function nextPath(next: string | null): string {
  if (!next?.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/'
  return /^\/sign-(in|up)\b/.test(next) ? '/' : next
}
