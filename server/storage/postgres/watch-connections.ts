// Notices that the machine of the database has vanished, to which connections neither break nor answer.
//
// How long a statement may take is no sign: a publication, an import and all who wait for them take as long as they do. So a
// connection that has been silent for some seconds is asked about, on a new one: does the server still work for it? One that is
// still being made is given up where no other can be made either.
import type { Socket } from 'node:net'
import type { ClientConfig } from 'pg'
import { Client, DatabaseError } from 'pg'
import { connectionOf } from './open-connection.ts'
import type { OpenConnection } from './open-connection.ts'

/** Milliseconds between two looks at the connections. */
const LOOK = 1_000
/** The looks at which a connection has to be silent before it is asked about, and for which the answer is waited. */
const PATIENCE = 3

export interface WatchOptions {
  /** Milliseconds between two looks at connections that are silent; a second, unless a test has its own. */
  readonly look?: number
}

interface Silence {
  /** Names what has gone over the connection so far; undefined: nothing is waited for. */
  mark: string | undefined
  /** Looks are counted, not the time: in a process that was busy meanwhile nothing could be heard. */
  looks: number
  /** Set once the server says that it does nothing for it; its last answer may be on the way. */
  isDone: boolean
}

export interface ConnectionWatch {
  /** Makes the connections that are watched. */
  readonly Client: typeof Client
  /** Expects all connections to end from now on. */
  expectEnd(): void
  stop(): void
}

/** Breaks connections for which nobody works any more, so that all who wait for them learn it. */
export function watchConnections(config: ClientConfig, { look = LOOK }: WatchOptions): ConnectionWatch {
  const open = new Map<OpenConnection, Silence>()
  let isEnding = false
  let question: { readonly client: Client; looks: number } | undefined

  class WatchedClient extends Client {
    constructor(options?: string | ClientConfig) {
      super(options)
      const opened = connectionOf(this)
      open.set(opened, { mark: undefined, looks: 0, isDone: false })
      this.once('end', () => open.delete(opened))
    }
  }

  const timer = setInterval(() => {
    for (const [client, silence] of open) {
      listen(client, silence, isEnding)
      if (silence.isDone) client.connection.stream.destroy()
    }
    if (question !== undefined) {
      question.looks += 1
      if (question.looks > PATIENCE) socketOf(question.client).destroy()
    } else if ([...open.values()].some(isSilent)) void ask()
  }, look)
  timer.unref()

  async function ask(): Promise<void> {
    const silent = [...open].filter(([, silence]) => isSilent(silence))
    const client = new Client(config)
    // Its statement or its connection tells of it.
    client.on('error', () => {})
    question = { client, looks: 0 }
    const busy = await findBusy(
      client,
      silent.flatMap(([{ processID }]) => processID ?? []),
    )
    question = undefined
    if (busy === 'gone') {
      for (const [each, silence] of open) if (isSilent(silence)) each.connection.stream.destroy()
      return
    }
    for (const [{ processID }, silence] of silent) {
      const isWorkedFor = processID === null || busy === 'unknown' || busy.has(processID)
      // It has been heard meanwhile, or is asked about once more after as many looks.
      if (isWorkedFor || !isSilent(silence)) silence.looks = 0
      else silence.isDone = true
    }
  }

  return {
    Client: WatchedClient,
    expectEnd: () => void (isEnding = true),
    stop: () => clearInterval(timer),
  }
}

function listen(client: OpenConnection, silence: Silence, isEnding: boolean): void {
  const { bytesRead, bytesWritten, writableLength } = client.connection.stream
  const isAwaited = isEnding || client.readyForQuery !== true
  const mark = isAwaited ? `${bytesRead} ${bytesWritten} ${writableLength}` : undefined
  const isSame = mark !== undefined && mark === silence.mark
  silence.mark = mark
  silence.looks = isSame ? silence.looks + 1 : 0
  silence.isDone &&= isSame
}

const isSilent = ({ looks }: Silence): boolean => looks >= PATIENCE

const socketOf = (client: Client): Socket => connectionOf(client).connection.stream

/**
 * Finds which of the server's processes work. `gone`: no server answers; `unknown`: one does, and does not say, or what the
 * connections lead to stands between.
 */
async function findBusy(
  client: Client,
  processes: readonly number[],
): Promise<ReadonlySet<number> | 'gone' | 'unknown'> {
  try {
    await client.connect()
    const { rows } = await client.query<{ readonly own: number; readonly pid: number | null }>(BUSY, [processes])
    const own = connectionOf(client).processID
    if (rows.some((row) => row.own !== own)) return 'unknown'
    return new Set(rows.flatMap(({ pid }) => pid ?? []))
  } catch (error) {
    return error instanceof DatabaseError ? 'unknown' : 'gone'
  } finally {
    socketOf(client).destroy()
  }
}

/** A process is idle where it waits for a statement. What a role may not see of others has no state. */
const BUSY =
  "SELECT pg_backend_pid() AS own, a.pid FROM (SELECT 1) AS one LEFT JOIN pg_stat_activity AS a ON a.pid = ANY ($1::int[]) AND coalesce(a.state NOT LIKE 'idle%', true)"
