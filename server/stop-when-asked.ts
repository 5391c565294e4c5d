// Stops the server in good order when a signal asks for it, or when the npm that started it has ended.
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'

/** How often it is looked whether npm is still there. */
const LOOK_MILLISECONDS = 250

/** `SIGHUP`: the terminal was closed. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The processes between this one and npm, nearest first, as they were at the start. */
export type Starters = readonly number[]

/** Called before anything else: npm may end while the server is still starting. */
export function findStarters(startedByNpm: boolean): Starters {
  if (!startedByNpm) return []
  const parent = readProcess(process.ppid)
  return parent !== undefined && SHELL.test(parent.name) ? [process.ppid, parent.parent] : [process.ppid]
}

/**
 * npm passes signals on to the shell that it started, and that shell ends without passing them on to its child: the server
 * would stay, with its port and the lock on its data. So it ends when one of its starters has ended, whatever ended it.
 * `finish` takes its time until `hurry` is aborted: by a signal of a terminal, or a second one.
 */
export function stopWhenAsked(
  log: Pick<Logger, 'fatal'>,
  starters: Starters,
  finish: (hurry: AbortSignal) => Promise<void>,
): void {
  let isStopping = false
  const hurry = new AbortController()
  const stop = (isInNoHurry: boolean): void => {
    if (isStopping || !isInNoHurry) hurry.abort()
    if (isStopping) return
    isStopping = true
    finish(hurry.signal)
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed')
        process.exit(1)
      })
  }
  // Nobody waits at a terminal for it to be taken out of a balancer.
  for (const signal of SIGNALS) process.on(signal, () => stop(signal === 'SIGTERM'))
  if (starters.length === 0) return
  const looking = setInterval(() => {
    if (!isStopping && !areThere(starters)) stop(true)
  }, LOOK_MILLISECONDS)
  looking.unref()
}

const SHELL = /^(?:sh|ash|bash|dash|ksh|zsh|busybox)$/

/**
 * Reports whether the starters still run. A process that loses its parent gets another one at once, so a reused
 * process id can't be mistaken for the old one.
 */
function areThere([parent, above]: Starters): boolean {
  if (process.ppid !== parent) return false
  return above === undefined || readProcess(parent)?.parent === above
}

/** Linux has it in a file; elsewhere undefined, and only the nearest starter is watched. */
function readProcess(id: number): { readonly name: string; readonly parent: number } | undefined {
  try {
    const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? []
    return { name, parent: Number(parent) }
  } catch {
    return undefined
  }
}
