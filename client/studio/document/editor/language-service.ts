// Asks the language service in its worker, the same that `npm run lsp` has.
import type { LanguageResponse, Answers, LanguageRequest, Question } from './language-questions.ts'

export interface LanguageService {
  /** Undefined: the worker is lost, or was before it answered. */
  ask<Kind extends Question['kind']>(
    text: string,
    question: Question & { readonly kind: Kind },
  ): Promise<Answers[Kind] | undefined>
  /** Tries again with another worker. */
  reopen(): void
  close(): void
}

/** `onLost`: the worker could not be loaded, or has failed. */
export function openLanguageService(onLost: () => void): LanguageService {
  const waiting = new Map<number, (answer: never) => void>()
  let last = 0
  let known: string | undefined
  let worker: Worker | undefined = open()

  function open(): Worker {
    const opened = new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module' })
    opened.addEventListener('message', ({ data: { id, answer } }: MessageEvent<LanguageResponse>) => {
      waiting.get(id)?.(answer as never)
      waiting.delete(id)
    })
    opened.addEventListener('error', (event) => {
      event.preventDefault()
      close()
      onLost()
    })
    return opened
  }

  function close(): void {
    worker?.terminate()
    worker = undefined
    known = undefined
    for (const answer of waiting.values()) answer(undefined as never)
    waiting.clear()
  }

  return {
    ask: (text, question) =>
      new Promise((resolve) => {
        if (worker === undefined) return resolve(undefined)
        last++
        waiting.set(last, resolve)
        const asked: LanguageRequest = { id: last, question, ...(text === known ? {} : { text }) }
        known = text
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
        worker.postMessage(asked)
      }),
    reopen() {
      worker ??= open()
    },
    close,
  }
}
