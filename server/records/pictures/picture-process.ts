// Decodes pictures in processes of their own, two at once and in fair turns.
import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createFairQueue } from './fair-queue.ts'
import type { PictureAnswers, PictureMessage, PictureRequest, PictureResponse, PictureTask } from './picture-task.ts'

/** A large one takes 256 MB while it is decoded. Those who wait hold a request each. */
const QUEUE = { atOnce: 2, mostWaiting: 100, mostOfOne: 20 }

const LONGEST_MILLISECONDS = 5_000
/** Loading the decoder is no picture's fault, and takes long on a busy machine. */
const LONGEST_START_MILLISECONDS = 60_000
const IDLE_MILLISECONDS = 20_000

/** Takes longer than any picture should. */
export class PictureTooSlow extends Error {}

export interface PictureWork<Task extends PictureTask> {
  /** Whose turn it is: a person's id or an address, null for nobody who is known. */
  readonly by: string | null
  /** Called in its turn, so that few pictures are in memory. */
  readonly read: () => Promise<Task>
  /** Gets the milliseconds of the processor's time that it took. */
  readonly onSpent: (milliseconds: number) => void
}

export interface PictureDecoder {
  /** Undefined: a process broke over it twice: such a picture is none. Throws `TooBusy` and `PictureTooSlow`. */
  decode<Task extends PictureTask>(work: PictureWork<Task>): Promise<PictureAnswers[Task['asks']] | undefined>
}

export interface PictureDecoderOptions {
  /** Milliseconds that a picture may take. */
  readonly longest?: number
  /** Called for each process that is started. */
  readonly onStart?: () => void
}

type Outcome = PictureResponse | 'broken' | 'too slow'

export function createPictureDecoder({
  longest = LONGEST_MILLISECONDS,
  onStart = () => {},
}: PictureDecoderOptions = {}): PictureDecoder {
  const queue = createFairQueue(QUEUE)
  const idle = new Set<ChildProcess>()

  const take = (): { readonly child: ChildProcess; readonly isNew: boolean } => {
    const [free] = idle
    if (free !== undefined) {
      idle.delete(free)
      return { child: free, isNew: false }
    }
    onStart()
    const child = startProcess()
    child.once('exit', () => idle.delete(child))
    return { child, isNew: true }
  }
  const putBack = (child: ChildProcess): void => {
    idle.add(child)
    setTimeout(() => {
      if (idle.delete(child)) child.kill()
    }, IDLE_MILLISECONDS).unref()
  }
  const ask = async (task: PictureTask): Promise<Outcome> => {
    const { child, isNew } = take()
    const outcome = await askProcess(child, task, { longest, isNew })
    if (outcome !== 'broken' && child.exitCode === null && child.signalCode === null) putBack(child)
    return outcome
  }

  return {
    decode: <Task extends PictureTask>({ by, read, onSpent }: PictureWork<Task>) =>
      queue.run(by, async () => {
        const task = await read()
        let outcome = await ask(task)
        // The system may have ended it for want of memory.
        if (outcome === 'broken') outcome = await ask(task)
        onSpent(typeof outcome === 'string' ? longest : outcome.milliseconds)
        if (outcome === 'too slow') throw new PictureTooSlow()
        return outcome === 'broken' ? undefined : (outcome.answer as PictureAnswers[Task['asks']])
      }),
  }
}

interface Limits {
  /** Milliseconds that the picture may take, once the process is ready. */
  readonly longest: number
  /** A new process says first that it is ready. */
  readonly isNew: boolean
}

function askProcess(child: ChildProcess, task: PictureTask, { longest, isNew }: Limits): Promise<Outcome> {
  return new Promise((resolve) => {
    let isLate = false
    const stop = (): void => {
      isLate = true
      child.kill('SIGKILL')
    }
    let limit = setTimeout(stop, isNew ? LONGEST_START_MILLISECONDS : longest)
    const end = (outcome: Outcome): void => {
      clearTimeout(limit)
      child.removeAllListeners('message')
      child.off('exit', onEnd)
      child.off('error', onEnd)
      resolve(outcome)
    }
    const onEnd = (): void => end(isLate ? 'too slow' : 'broken')
    child.on('message', (message: PictureMessage) => {
      // This process may be too busy to have stopped it.
      if (message !== 'ready') return end(message.elapsed > longest ? 'too slow' : message)
      clearTimeout(limit)
      limit = setTimeout(stop, longest)
    })
    child.once('exit', onEnd)
    child.once('error', onEnd)
    const request: PictureRequest = { task }
    child.send(request, (error) => error && onEnd())
  })
}

function startProcess(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./picture-child.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // It keeps nobody from stopping the server.
  child.unref()
  child.channel?.unref()
  // What breaks while nobody waits is noticed by the next who asks.
  child.on('error', () => child.kill())
  return child
}

/**
 * Environment of the child process: what it needs to start and no secrets, so that a picture that takes it over finds
 * none.
 */
function childEnvironment(): NodeJS.ProcessEnv {
  const given = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
  )
  // What one picture took is given back before the next, where several are decoded by turns.
  return { ...Object.fromEntries(given), MALLOC_ARENA_MAX: '2' }
}
