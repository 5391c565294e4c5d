// Records what a writing process asked of the operating system: every write with its bytes, every sync, and every acknowledgement, in order.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Event =
  | { readonly kind: 'create' | 'unlink'; readonly file: string }
  /**
   * A sync, which makes durable what was written by its beginning: the first `events` events. Another thread may have
   * written since.
   */
  | { readonly kind: 'sync'; readonly file: string; readonly events: number }
  | { readonly kind: 'write'; readonly file: string; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: string; readonly length: number }
  /** The directory itself: what was created and unlinked in it is then durable. */
  | { readonly kind: 'sync directory' }
  | { readonly kind: 'acknowledge'; readonly id: string }

/** A program of these tests, which works on the directory that is its first argument. */
export interface Program {
  readonly path: string
  readonly arguments: readonly string[]
}

/** Writes so many tickets into the (seeded) directory; to `CHECKPOINT` more, where the log was not carried over by then. */
export function writingProcess(synchronous: 'FULL' | 'NORMAL', count: number, end?: 'CHECKPOINT'): Program {
  const path = fileURLToPath(new URL('../writing-process.ts', import.meta.url))
  return { path, arguments: [synchronous, String(count), ...(end === undefined ? [] : [end])] }
}

const CALLS = 'openat,close,write,pwrite64,fsync,fdatasync,ftruncate,unlink'

/** Follows all threads, and stops them at the calls that are asked for only: at all of them a start takes twice as long. */
export const WATCHING = ['-f', '--seccomp-bpf'] as const

/** Is there an strace that may trace here? */
export function canRecord(): boolean {
  return spawnSync('strace', [...WATCHING, '-o', '/dev/null', '-e', 'trace=write', 'true']).status === 0
}

/** All that the program asks, on whichever thread, until it has said "done". */
export function recordWrites(directory: string, program: Program): readonly Event[] {
  const trace = join(directory, 'trace')
  const strace = [...WATCHING, '-o', trace, '-xx', '-s', '70000', '-e', `trace=${CALLS}`, '-e', 'signal=none']
  const run = spawnSync('strace', [...strace, process.execPath, program.path, directory, ...program.arguments], {
    encoding: 'utf8',
  })
  if (!run.stdout.endsWith('done\n')) throw new Error(`the program failed: ${run.stderr}`)
  return readTrace(readFileSync(trace, 'latin1'), directory)
}

const LINE = /^\d+ +(\w+)\((.*)\) += (-?\d+)/
const BEGUN = /^(\d+) +(.*) <unfinished \.\.\.>$/
const RESUMED = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/

/** The lines of calls in the order in which they ended; of a call of a thread that others came between, where in the lines it began. */
export function joinLines(text: string): readonly { readonly line: string; readonly begun: number }[] {
  const joined: { readonly line: string; readonly begun: number }[] = []
  const open = new Map<string, { readonly line: string; readonly begun: number }>()
  for (const line of text.split('\n')) {
    const [, thread = '', start] = BEGUN.exec(line) ?? []
    const [, back = '', end] = RESUMED.exec(line) ?? []
    const begun = joined.length
    // The number of a file that is closed may be given to another before the call comes back.
    if (start?.startsWith('close(')) joined.push({ line: `${thread} ${start}) = 0`, begun })
    else if (start !== undefined) open.set(thread, { line: `${thread} ${start}`, begun })
    else if (end === undefined) joined.push({ line, begun })
    else {
      const first = open.get(back)
      if (first !== undefined) joined.push({ line: first.line + end, begun: first.begun })
      open.delete(back)
    }
  }
  return joined
}

function readTrace(text: string, directory: string): readonly Event[] {
  const events: Event[] = []
  const files = new Map<string, string>()
  const created = new Set<string>()
  const eventsBy: number[] = []
  for (const { line, begun } of joinLines(text)) {
    eventsBy.push(events.length)
    const found = LINE.exec(line)
    if (!found || found[3] === '-1') continue
    const [, call = '', written = '', result = ''] = found
    const [first = '', second = '', third = '', fourth = ''] = written.split(', ')
    if (call === 'openat') {
      const path = textOf(second)
      const name = path === directory ? '' : path.startsWith(`${directory}/`) ? basename(path) : undefined
      if (name === undefined || name.startsWith('lock') || name.startsWith('verbatim.json') || name.endsWith('-shm'))
        files.delete(result)
      else files.set(result, name)
      if (name?.endsWith('-wal') && third.includes('O_CREAT') && !created.has(name)) {
        created.add(name)
        events.push({ kind: 'create', file: name })
      }
      continue
    }
    if (call === 'write' && first === '1') {
      const id = /^ack (\S+)\n$/.exec(textOf(second))?.[1]
      if (id !== undefined) events.push({ kind: 'acknowledge', id })
      continue
    }
    if (call === 'unlink' && textOf(first).startsWith(`${directory}/`)) {
      const file = basename(textOf(first))
      created.delete(file)
      events.push({ kind: 'unlink', file })
      continue
    }
    const file = files.get(first)
    if (file === undefined) continue
    if (call === 'close') files.delete(first)
    else if (call === 'pwrite64')
      events.push({ kind: 'write', file, offset: Number(fourth), bytes: bytesOf(second, Number(third)) })
    else if (call === 'ftruncate') events.push({ kind: 'truncate', file, length: Number(second) })
    else if (call === 'fsync' || call === 'fdatasync')
      events.push(file === '' ? { kind: 'sync directory' } : { kind: 'sync', file, events: eventsBy[begun] ?? 0 })
    else if (call === 'write') throw new Error(`a write without a place, to ${file}`)
  }
  return events
}

function textOf(written: string): string {
  return Buffer.from(written.replaceAll(/\\x|"/g, ''), 'hex').toString('utf8')
}

function bytesOf(written: string, length: number): Buffer {
  const bytes = Buffer.from(written.replaceAll(/\\x|"/g, ''), 'hex')
  if (bytes.length !== length) throw new Error(`the recording lost bytes: ${bytes.length} of ${length}`)
  return bytes
}
