// Starts the process that decodes pictures with the first of them, and ends it when none came for a while.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createWorkQueue } from '../../work-queue.ts'
import type { PictureAnswers, PictureRequest, PictureResponse, PictureTask } from './picture-task.ts'

/** Two at a time: a large one takes 256 MB while it is decoded. */
const inTurn = createWorkQueue(2, 100)

const LONGEST_MILLISECONDS = 20_000
const IDLE_MILLISECONDS = 20_000

const ENDED = Symbol('ended')

interface PictureProcess {
  readonly child: ChildProcess
  /** By the id of the request; `ENDED`: the process has ended before it was answered. */
  readonly waiting: Map<number, (answer: PictureResponse['answer'] | typeof ENDED) => void>
}

let running: PictureProcess | undefined
let last = 0
let idle: NodeJS.Timeout | undefined

/**
 * Undefined: the process broke over it twice, or took too long: such a picture is none. Throws `TooBusy`.
 * `read` is called in its turn, so that few pictures are in memory.
 */
export async function decodePicture<Task extends PictureTask>(
  read: () => Promise<Task>,
): Promise<PictureAnswers[Task['asks']] | undefined> {
  return inTurn(async () => {
    const task = await read()
    const first = await ask(task)
    // It may have been the other one over which it broke.
    const answer = first === ENDED ? await ask(task) : first
    return answer === ENDED ? undefined : (answer as PictureAnswers[Task['asks']])
  })
}

async function ask(task: PictureTask): Promise<PictureResponse['answer'] | typeof ENDED> {
  clearTimeout(idle)
  const { child, waiting } = (running ??= start())
  const id = ++last
  const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MILLISECONDS)
  try {
    return await new Promise<PictureResponse['answer'] | typeof ENDED>((resolve) => {
      waiting.set(id, resolve)
      const request: PictureRequest = { id, task }
      child.send(request, (error) => error && resolve(ENDED))
    })
  } finally {
    clearTimeout(limit)
    waiting.delete(id)
    if (waiting.size === 0) idle = setTimeout(() => end(child), IDLE_MILLISECONDS).unref()
  }
}

function start(): PictureProcess {
  const child = fork(fileURLToPath(new URL('./picture-child.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting: PictureProcess['waiting'] = new Map()
  child.on('message', ({ id, answer }: PictureResponse) => waiting.get(id)?.(answer))
  child.on('error', () => end(child))
  child.on('exit', () => {
    if (running?.child === child) running = undefined
    for (const resolve of waiting.values()) resolve(ENDED)
  })
  // It keeps nobody from stopping the server.
  child.unref()
  child.channel?.unref()
  return { child, waiting }
}

/** What it needs to start, and no secrets: a picture that takes it over finds none. */
function childEnvironment(): NodeJS.ProcessEnv {
  const given = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  )
  // What one picture took is given back before the next, where several are decoded by turns.
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' }
}

function end(child: ChildProcess): void {
  if (running?.child === child) running = undefined
  child.kill()
}
