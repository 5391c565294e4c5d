// Holds that each attack, each section of the reference and each call has a test that bears its tag.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROVEN_CALLS, tagOfCall } from '../policy/surfaces/proven-calls.ts'
import { TAGS } from '../tags.ts'
import { listFiles, root } from './source-files.ts'

const files = listFiles('tests')
  .filter((path) => /\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const filesByTag = Map.groupBy(
  files.flatMap((file) => tagsIn(file.text).map((tag) => ({ tag, file }))),
  ({ tag }) => tag,
)

test('each tag is borne by a test, and no test bears another', () => {
  expect([...filesByTag.keys()].toSorted()).toEqual(TAGS.map(({ name }) => name).toSorted())
})

test('what bears the tag of a call asks it', () => {
  const silent = PROVEN_CALLS.flatMap((call) => {
    // The rest of a path is put together where it is asked.
    const [, path = ''] = call.split(' ')
    const fixed = path.startsWith('/:entity') ? '/api/' : `/api${path.split(/\/:|\/challenge$/)[0]}`
    return (filesByTag.get(tagOfCall(call)) ?? [])
      .filter(({ file }) => ![file.text, ...importsOf(file)].some((text) => text.includes(fixed)))
      .map(({ file }) => `${file.path}: ${call}`)
  })
  expect(silent).toEqual([])
})

/** Reads the tags of a file, and those of its groups and tests; records may have tags too. */
function tagsIn(source: string): readonly string[] {
  const ofFile = [...source.matchAll(/^\/\/ @module-tag (\S+)$/gm)].map(([, name = '']) => name)
  const ofTests = [...source.matchAll(/\btags: (\[[^\]]*\]|'[^']*')/g)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([A-Z]\d\d|(?:reference|call)\/[^']*)'/g)].map(([, name = '']) => name),
  )
  return [...ofFile, ...ofTests]
}

/** Reads what a test file imports from its folder and those below. */
function importsOf({ path, text }: { readonly path: string; readonly text: string }): readonly string[] {
  return [...text.matchAll(/from '\.\/(.+)'/g)].map(([, file = '']) =>
    readFileSync(join(root, dirname(path), file), 'utf8'),
  )
}
