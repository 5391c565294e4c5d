// Asks the language service in its worker, the same that `npm run lsp` has.
import type { LanguageResponse, Answers, LanguageRequest, Question } from './language-questions.ts'

export interface LanguageService {
  /**
   * Undefined: the worker is lost, or was before it answered. A check of a text waits while another one is under way, and
   * gives way to a newer one: then it is undefined, too.
   */
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
  /** Number of the check that is under way, and the one after it. */
  let checking: number | undefined
  let nextCheck: { readonly text: string; readonly resolve: (answer: never) => void } | undefined
  let last = 0
  let known: string | undefined
  let worker: Worker | undefined = open()

  function open(): Worker {
    const opened = new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module' })
    opened.addEventListener('message', ({ data: { id, answer } }: MessageEvent<LanguageResponse>) => {
      waiting.get(id)?.(answer as never)
      waiting.delete(id)
      if (id === checking) goOnChecking()
    })
    opened.addEventListener('error', (event) => {
      event.preventDefault()
      close()
      onLost()
    })
    return opened
  }

  function send(text: string, question: Question, resolve: (answer: never) => void): void {
    last++
    waiting.set(last, resolve)
    if (question.kind === 'check') checking = last
    const asked: LanguageRequest = { id: last, question, ...(text === known ? {} : { text }) }
    known = text
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker?.postMessage(asked)
  }

  function goOnChecking(): void {
    checking = undefined
    const next = nextCheck
    nextCheck = undefined
    if (next) send(next.text, { kind: 'check' }, next.resolve)
  }

  function close(): void {
    worker?.terminate()
    worker = undefined
    known = undefined
    for (const answer of waiting.values()) answer(undefined as never)
    nextCheck?.resolve(undefined as never)
    waiting.clear()
    checking = undefined
    nextCheck = undefined
  }

  return {
    ask: (text, question) =>
      new Promise((resolve) => {
        if (worker === undefined) return resolve(undefined)
        if (question.kind !== 'check' || checking === undefined) return send(text, question, resolve)
        nextCheck?.resolve(undefined as never)
        nextCheck = { text, resolve }
      }),
    reopen() {
      worker ??= open()
    },
    close,
  }
}
