// Reloads the page when the server has a newer build, but never because the network was away for a moment.

/** Two reloads in a minute would be a circle. */
const AT_MOST_EVERY = 60_000

export function followNewerBuild(): void {
  globalThis.addEventListener('vite:preloadError', () => void reloadForNewerBuild())
}

/** Drafts are kept over a reload; an open dialog is not, so that code which did not come is no reason by itself. */
async function reloadForNewerBuild(): Promise<void> {
  if (!(await isBuildGone())) return
  const last = Number(sessionStorage.getItem('verbatim-reloaded') ?? 0)
  if (Date.now() - last < AT_MOST_EVERY) return
  sessionStorage.setItem('verbatim-reloaded', String(Date.now()))
  globalThis.location.reload()
}

/** The first script, which this is part of, is named by all that it loads: a server with another build does not have it. */
async function isBuildGone(): Promise<boolean> {
  return fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )
}
