// What a start compiled is read by the next one: whole, and only for the same text and compiler.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import type { StartDocument } from '../../../server/document/kept-documents.ts'
import { compileOnce as compileOrRead } from '../../../server/document/kept-documents.ts'

const DOCUMENTS = join(import.meta.dirname, '..', '..', '..', 'shared', 'documents')
const shipped = readdirSync(DOCUMENTS).filter((name) => name.endsWith('.md') && name !== 'README.md')
const textOf = (name: string): string => readFileSync(join(DOCUMENTS, name), 'utf8')
const SEED = textOf('seed.md')

let directory: string
let compiled = 0
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-kept-'))
  compiled = 0
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const at = (compiler = 'this build') => ({ directory: join(directory, 'documents'), compiler })
const compileOnce = (text: string, place: ReturnType<typeof at>): Promise<StartDocument> =>
  compileOrRead(text, place, async (given) => {
    compiled++
    return compile(given)
  })

function keptFile(): string {
  const [name = '', ...others] = readdirSync(at().directory)
  expect(others).toEqual([])
  return join(at().directory, name)
}

test.each(shipped)('%s is read as it was compiled', async (name) => {
  const text = textOf(name)
  const { model, diagnostics } = compile(text)
  await compileOnce(text, at())
  const read = await compileOnce(text, at())
  expect(compiled).toBe(1)
  expect(read.model).toStrictEqual(model)
  expect(read.diagnostics).toStrictEqual(diagnostics)
})

test('another text, and another compiler, are compiled', async () => {
  await compileOnce(SEED, at())
  const other = SEED.replace('# Specification: ', '# Specification: Other ')
  expect((await compileOnce(other, at())).model).toStrictEqual(compile(other).model)
  await compileOnce(SEED, at('another build'))
  expect(compiled).toBe(3)
})

test('a file that stands in the place of another is not read', async () => {
  await compileOnce(SEED, at())
  const seed = readFileSync(keptFile())
  const other = SEED.replace('# Specification: ', '# Specification: Other ')
  rmSync(at().directory, { recursive: true })
  await compileOnce(other, at())
  writeFileSync(keptFile(), seed)
  expect((await compileOnce(other, at())).model?.name).toBe(compile(other).model?.name)
  expect(compiled).toBe(3)
})

test('a damaged file is compiled anew, wherever the damage is, and replaced', async () => {
  await compileOnce(SEED, at())
  const whole = readFileSync(keptFile())
  const { model } = compile(SEED)
  const places = Array.from({ length: 60 }, (_, index) => Math.floor((index * (whole.length - 1)) / 59))
  for (const place of places) {
    const damaged = Buffer.from(whole)
    damaged[place] = (damaged[place] ?? 0) ^ 4
    writeFileSync(keptFile(), damaged)
    expect((await compileOnce(SEED, at())).model, `byte ${place}`).toStrictEqual(model)
    expect(readFileSync(keptFile())).toEqual(whole)
  }
  for (const length of [0, 31, 32, 33, whole.length - 1]) {
    truncateSync(keptFile(), length)
    expect((await compileOnce(SEED, at())).model, `${length} bytes`).toStrictEqual(model)
  }
  expect(compiled).toBe(1 + places.length + 5)
})

test('a document with errors is not kept, and says each time what is wrong', async () => {
  const wrong = SEED.replace('# Specification: ', '# ').replaceAll('## ', '##### ')
  const { diagnostics } = compile(wrong)
  for (let time = 0; time < 2; time++) {
    const read = await compileOnce(wrong, at())
    expect(read.model).toBeUndefined()
    expect(read.diagnostics).toStrictEqual(diagnostics)
  }
  expect(readdirSync(directory)).toEqual([])
})

test('where nothing can be kept, it is compiled each time', async () => {
  writeFileSync(at().directory, 'no folder')
  const { model } = compile(SEED)
  for (let time = 0; time < 2; time++) expect((await compileOnce(SEED, at())).model).toStrictEqual(model)
  expect(compiled).toBe(2)
})

test('the latest twenty are kept', async () => {
  mkdirSync(at().directory)
  for (let number = 0; number < 30; number++) {
    const file = join(at().directory, `${number}.document`)
    writeFileSync(file, '')
    utimesSync(file, number, number)
  }
  await compileOnce(SEED, at())
  const names = readdirSync(at().directory)
  expect(names).toHaveLength(20)
  expect(names).not.toContain('10.document')
  expect(names).toContain('11.document')
})
