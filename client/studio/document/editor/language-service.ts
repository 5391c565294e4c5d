// Asks the language service in its worker, the same that `npm run lsp` has.
import type { LanguageResponse, Answers, LanguageRequest, Question } from './language-questions.ts'

export interface LanguageService {
  ask<Kind extends Question['kind']>(text: string, question: Question & { readonly kind: Kind }): Promise<Answers[Kind]>
  close(): void
}

export function openLanguageService(): LanguageService {
  const worker = new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (answer: never) => void>()
  let last = 0
  let known: string | undefined
  worker.addEventListener('message', ({ data: { id, answer } }: MessageEvent<LanguageResponse>) => {
    waiting.get(id)?.(answer as never)
    waiting.delete(id)
  })
  return {
    ask: (text, question) =>
      new Promise((resolve) => {
        last++
        waiting.set(last, resolve)
        const asked: LanguageRequest = { id: last, question, ...(text === known ? {} : { text }) }
        known = text
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
        worker.postMessage(asked)
      }),
    close: () => worker.terminate(),
  }
}
