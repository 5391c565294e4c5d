// Keeps a connection open on which nothing moves while a slow answer is made.
import type { IncomingMessage } from 'node:http'

/** The answer itself, also one that says that it took too long, leaves within this. */
const GRACE_MILLISECONDS = 5_000

/** `milliseconds`: how long the answer may take. Afterwards a client that takes nothing of it is waited for as before. */
export async function keepOpen<T>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  milliseconds: number,
  run: () => Promise<T>,
): Promise<T> {
  const before = socket.timeout ?? 0
  if (before === 0 || before > milliseconds) return await run()
  socket.setTimeout(milliseconds + GRACE_MILLISECONDS)
  try {
    return await run()
  } finally {
    socket.setTimeout(before)
  }
}
