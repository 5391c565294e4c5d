// Puts another document in force while an application runs, as publishing does; its tables are to be the same.
import { compile } from '../../shared/compile.ts'
import { runDocument } from '../../server/document/current-document.ts'
import type { TestApp } from '../apps/start-app.ts'

export function swapDocument({ dependencies: { current } }: TestApp, text: string): void {
  const { model } = compile(text)
  if (model === undefined) throw new Error('the document does not compile')
  current.swap(runDocument('test.md', text, model))
}
