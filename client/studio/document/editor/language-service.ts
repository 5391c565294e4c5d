// Asks the language service in its worker, the same that `npm run lsp` has.
import type { LanguageResponse, Answers, LanguageRequest, Question } from './language-questions.ts'

export interface LanguageService {
  /**
   * Undefined: the worker is lost, or was before it answered. What is asked at each key waits while another question of
   * its kind is under way, and gives way to a newer one: then it is undefined, too.
   */
  ask<Kind extends Question['kind']>(
    text: string,
    question: Question & { readonly kind: Kind },
  ): Promise<Answers[Kind] | undefined>
  /** Tries again with another worker. */
  reopen(): void
  close(): void
}

/** Kinds that typing asks for: in a long text the worker takes longer for one than a person for the next key. */
const ASKED_BY_TYPING: ReadonlySet<Question['kind']> = new Set(['check', 'complete', 'name', 'place'])

/** A question under way, and the newest of its kind that waits for its end. */
interface Turn {
  readonly id: number
  next?: { readonly text: string; readonly question: Question; readonly resolve: (answer: never) => void }
}

/** `onLost`: the worker could not be loaded, or has failed. */
export function openLanguageService(onLost: () => void): LanguageService {
  const waiting = new Map<number, (answer: never) => void>()
  const turns = new Map<Question['kind'], Turn>()
  let last = 0
  let known: string | undefined
  let worker: Worker | undefined = open()

  function open(): Worker {
    const opened = new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module' })
    opened.addEventListener('message', ({ data: { id, answer } }: MessageEvent<LanguageResponse>) => {
      waiting.get(id)?.(answer as never)
      waiting.delete(id)
      for (const [kind, turn] of turns) if (turn.id === id) takeNext(kind, turn)
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
    if (ASKED_BY_TYPING.has(question.kind)) turns.set(question.kind, { id: last })
    const asked: LanguageRequest = { id: last, question, ...(text === known ? {} : { text }) }
    known = text
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    worker?.postMessage(asked)
  }

  function takeNext(kind: Question['kind'], { next }: Turn): void {
    turns.delete(kind)
    if (next) send(next.text, next.question, next.resolve)
  }

  function close(): void {
    worker?.terminate()
    worker = undefined
    known = undefined
    for (const answer of waiting.values()) answer(undefined as never)
    for (const { next } of turns.values()) next?.resolve(undefined as never)
    waiting.clear()
    turns.clear()
  }

  return {
    ask: (text, question) =>
      new Promise((resolve) => {
        if (worker === undefined) return resolve(undefined)
        const turn = turns.get(question.kind)
        if (turn === undefined) return send(text, question, resolve)
        turn.next?.resolve(undefined as never)
        turn.next = { text, question, resolve }
      }),
    reopen() {
      worker ??= open()
    },
    close,
  }
}
