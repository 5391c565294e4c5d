// While a long text is being checked, what is typed meanwhile is not checked step by step: only the latest is.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LanguageRequest } from '../../../../../client/studio/document/editor/language-questions.ts'
import { openLanguageService } from '../../../../../client/studio/document/editor/language-service.ts'

const TODAY = '2026-11-21'

/** A worker that answers when the test lets it. */
class HeldWorker {
  static last: HeldWorker
  readonly asked: LanguageRequest[] = []
  #listen: (event: { readonly data: unknown }) => void = () => undefined
  constructor() {
    HeldWorker.last = this
  }
  addEventListener(type: string, listen: (event: { readonly data: unknown }) => void): void {
    if (type === 'message') this.#listen = listen
  }
  postMessage(request: LanguageRequest): void {
    this.asked.push(request)
  }
  terminate(): void {}
  answer(answer: unknown, at = this.asked.length - 1): void {
    this.#listen({ data: { id: this.asked[at]?.id, answer } })
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', HeldWorker)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const CHECK = { kind: 'check' } as const

test('one text is checked at a time, and after it the latest', async () => {
  const service = openLanguageService(() => undefined)
  const worker = HeldWorker.last
  const [first, second, third] = ['a', 'ab', 'abc'].map((text) => service.ask(text, CHECK))
  expect(worker.asked.map(({ text }) => text)).toEqual(['a'])
  expect(await second).toBeUndefined()
  worker.answer('found in a')
  expect(await first).toBe('found in a')
  expect(worker.asked.map(({ text }) => text)).toEqual(['a', 'abc'])
  worker.answer('found in abc')
  expect(await third).toBe('found in abc')
})

test('another question is asked at once, of the text that it is about', async () => {
  const service = openLanguageService(() => undefined)
  const worker = HeldWorker.last
  void service.ask('a', CHECK)
  const latest = service.ask('abc', CHECK)
  const offers = service.ask('ab', { kind: 'complete', offset: 2, today: TODAY })
  expect(worker.asked.map(({ text, question }) => [text, question.kind])).toEqual([
    ['a', 'check'],
    ['ab', 'complete'],
  ])
  worker.answer('found in a', 0)
  expect(worker.asked.at(-1)).toMatchObject({ text: 'abc', question: CHECK })
  worker.answer(['offer'], 1)
  expect(await offers).toEqual(['offer'])
  worker.answer('found in abc')
  expect(await latest).toBe('found in abc')
})

test('fifty keys in a long text ask the worker for as many completions as it has answered, and one more', async () => {
  const service = openLanguageService(() => undefined)
  const worker = HeldWorker.last
  const texts = Array.from({ length: 50 }, (_, at) => 'a'.repeat(at + 1))
  const asked = texts.map((text) => service.ask(text, { kind: 'complete', offset: text.length, today: TODAY }))
  expect(worker.asked).toHaveLength(1)
  worker.answer(['of the first'])
  expect(worker.asked.map(({ text }) => text)).toEqual(['a', texts.at(-1)])
  worker.answer(['of the last'])
  expect(await Promise.all(asked)).toEqual([['of the first'], ...texts.slice(2).map(() => undefined), ['of the last']])
  expect(worker.asked).toHaveLength(2)
})

test('a service that ends answers those who wait', async () => {
  const service = openLanguageService(() => undefined)
  const asked = ['a', 'ab'].map((text) => service.ask(text, CHECK))
  service.close()
  expect(await Promise.all(asked)).toEqual([undefined, undefined])
})
