// Makes calls of the operating system fail under a writing process, by strace, and tells which ones did. Which calls there
// are is counted in a run without faults: how many one write needs is the storage's own affair and changes with it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinLines, WATCHING } from './recording.ts'
import type { Program } from './recording.ts'

export interface Run {
  readonly status: number | null
  readonly acknowledged: readonly string[]
  readonly refused: readonly string[]
  readonly output: string
  readonly calls: readonly Call[]
}

/** A write or a sync of the program that came after it had said "ready", in their order. */
interface Call {
  readonly name: 'pwrite64' | 'fsync' | 'fdatasync'
  readonly file: string
  /** How many of this name there were by then, this one and those of the opening among them: as strace counts. */
  readonly ordinal: number
  readonly failed: boolean
}

export interface Fault {
  readonly call: 'write' | 'sync'
  readonly error: 'ENOSPC' | 'EIO'
  /** So many calls fail, one after the other. */
  readonly count: number
}

const ATTEMPTS = 5

/** Runs without faults, by their program: their calls are counted once. */
const counts = new WeakMap<Program, Run>()

/**
 * A run in which the fault was really met: `share` (0 to 1) of the way from the first call after the program is ready to the last.
 * `prepare` gives a fresh directory for each attempt. Throws where no attempt met it.
 */
export async function runWithFault(
  prepare: () => Promise<string>,
  program: Program,
  fault: Fault,
  share: number,
): Promise<Run & { readonly directory: string }> {
  let counted = counts.get(program) ?? run(await prepare(), program)
  counts.set(program, counted)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { name, ordinal } = callAt(counted, fault, share)
    const directory = await prepare()
    const last = ordinal + fault.count - 1
    const failing = run(directory, program, `${name}:error=${fault.error}:when=${ordinal}..${last}`)
    if (failing.calls.some((call) => call.failed)) return { ...failing, directory }
    // Fewer commits than in the run that was counted: this one, which had no fault either, is the better count.
    counted = failing
    counts.set(program, counted)
  }
  throw new Error(`no ${fault.call} failed at ${share} of the way`)
}

/**
 * Finds what the first call that failed belonged to. A commit writes and syncs the log; a checkpoint syncs it once
 * more, and carries it over.
 */
export function firstFailed({ calls }: Run): 'commit' | 'checkpoint' {
  const at = calls.findIndex((call) => call.failed)
  const isLog = calls[at]?.file.endsWith('-wal') === true
  const isWrite = calls[at]?.name === 'pwrite64'
  return isLog && (isWrite || calls[at - 1]?.name === 'pwrite64') ? 'commit' : 'checkpoint'
}

function callAt({ calls }: Run, fault: Fault, share: number): Call {
  const able = calls.filter((call) => (call.name === 'pwrite64') === (fault.call === 'write'))
  const found = able[Math.round(share * (able.length - 1))]
  if (!found) throw new Error(`a run without faults has no ${fault.call}`)
  return found
}

function run(directory: string, program: Program, inject?: string): Run {
  const trace = join(directory, 'trace')
  const strace = [
    ...WATCHING,
    '-y',
    '-s',
    '8',
    '-o',
    trace,
    '-e',
    'trace=pwrite64,fsync,fdatasync,write',
    '-e',
    'signal=none',
  ]
  const { status, stdout } = spawnSync(
    'strace',
    [
      ...strace,
      ...(inject === undefined ? [] : ['-e', `inject=${inject}`]),
      process.execPath,
      program.path,
      directory,
      ...program.arguments,
    ],
    { encoding: 'utf8' },
  )
  const idsOf = (pattern: RegExp) => [...stdout.matchAll(pattern)].map((found) => found[1] ?? '')
  return {
    status,
    acknowledged: idsOf(/^ack (\S+)$/gm),
    refused: idsOf(/^refused (\S+)/gm),
    output: stdout,
    calls: readCalls(readFileSync(trace, 'utf8')),
  }
}

const CALL = /^\d+ +(pwrite64|fsync|fdatasync)\(\d+<([^>]*)>/

/** Lists the calls of the first thread, which commits. Each thread has its own count of what is to fail. */
function readCalls(trace: string): readonly Call[] {
  const calls: Call[] = []
  const counts = { pwrite64: 0, fsync: 0, fdatasync: 0 }
  let isReady = false
  const lines = joinLines(trace).map(({ line }) => line)
  const first = /^\d+ /.exec(lines[0] ?? '')?.[0] ?? ''
  for (const line of lines.filter((each) => each.startsWith(first))) {
    if (/^\d+ +write\(1<.*"ready\\n"/.test(line)) isReady = true
    const found = CALL.exec(line)
    if (!found) continue
    const name = found[1] as Call['name']
    counts[name] += 1
    const failed = line.endsWith('(INJECTED)')
    if (failed && !isReady) throw new Error(`a call was made to fail before its time: ${line}`)
    if (isReady) calls.push({ name, file: found[2] ?? '', ordinal: counts[name], failed })
  }
  return calls
}
