// Creates tasks of the small application by their titles, and counts those of one title.
import type { Answer, Send } from './parallel.ts'
import { itemsOf } from './parallel.ts'

interface Tasks {
  /** `key`: of a request that may be sent twice. */
  create(title: string, key?: string): Promise<Answer>
  called(title: string): Promise<number>
}

/** `send` is asked for at each request: who sends is known once the application has started. */
export function tasksOf(send: () => Send): Tasks {
  return {
    create: (title, key) =>
      send()('POST', '/api/tasks', { title }, key === undefined ? {} : { 'idempotency-key': key }),
    called: async (title) =>
      itemsOf(await send()('GET', `/api/tasks?filter=${encodeURIComponent(`title == "${title}"`)}`)).length,
  }
}
