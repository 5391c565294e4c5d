// The shipped documents tell at least ten stories each, and all of them come true.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { runDocument } from '../../server/document/current-document.ts'
import { outcomeOf, runExamples } from '../../server/sandbox/run-examples.ts'
import { readShippedFile } from './shipped.ts'

/** Nothing is known in the seed: there is no story to tell. */
const documents = readdirSync(new URL('../../shared/documents/', import.meta.url)).filter(
  (file) => file.endsWith('.md') && !['README.md', 'seed.md'].includes(file),
)

test.each(documents)('%s has at least ten examples, and they hold', { tags: 'reference/examples' }, async (file) => {
  const text = readShippedFile(file)
  const { model } = compile(text)
  if (model === undefined) throw new Error(`${file} has errors`)
  expect(model.examples.length).toBeGreaterThanOrEqual(10)
  const results = await runExamples(runDocument(file, text, model))
  expect(results.map(outcomeOf).filter(({ failure }) => failure !== null)).toEqual([])
})
