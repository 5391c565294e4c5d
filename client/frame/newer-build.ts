// Reloads the page when the server has a newer build, but never without a network.

/** Two reloads in a minute would be a circle. */
const AT_MOST_EVERY = 60_000

export function followNewerBuild(): void {
  globalThis.addEventListener('vite:preloadError', () => void reloadIfOnline())
}

/** Drafts are kept over a reload, so nothing typed is lost. */
async function reloadIfOnline(): Promise<void> {
  const isOnline = await fetch('/api/health/live', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
  if (!isOnline) return
  const last = Number(sessionStorage.getItem('verbatim-reloaded') ?? 0)
  if (Date.now() - last < AT_MOST_EVERY) return
  sessionStorage.setItem('verbatim-reloaded', String(Date.now()))
  globalThis.location.reload()
}
