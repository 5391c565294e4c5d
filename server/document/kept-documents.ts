// Keeps the document that a start compiled: the next start of the same build on the same text reads it.
import { hash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CompiledDocument } from '#shared/compile.ts'
import { compileText } from './compile-text.ts'

/** The parts of a compiled document that a start needs: its model, and what was said of it. */
export type StartDocument = Pick<CompiledDocument, 'model' | 'diagnostics'>

/** The folder of kept documents, and the name of what compiles them: one that anything else compiled is not read. */
export interface KeptDocuments {
  readonly directory: string
  readonly compiler: string
}

interface KeptDocument extends Required<StartDocument> {
  readonly compiler: string
  readonly text: string
}

/**
 * Compiles a text, or reads what was compiled of it before. A file is read only if it is whole, and if it names this very
 * text and compiler; everything else is compiled.
 */
export async function compileOnce(
  text: string,
  place: KeptDocuments | undefined = placeOfBuild(),
  compile: (text: string) => Promise<StartDocument> = compileText,
): Promise<StartDocument> {
  if (place === undefined) return compile(text)
  const file = join(place.directory, `${hash('sha256', `${place.compiler}\n${text}`)}.document`)
  const kept = readKept(file, place, text)
  if (kept !== undefined) return kept
  const { model, diagnostics } = await compile(text)
  if (model !== undefined) keep(file, { compiler: place.compiler, text, model, diagnostics })
  return { ...(model && { model }), diagnostics }
}

/**
 * Gives the folder of the compiled sources, with the build and everything of this Node that a document may be compiled by
 * (its zones and locales, too). Undefined where the sources run as they are, or Node keeps nothing.
 */
function placeOfBuild(): KeptDocuments | undefined {
  const cache = getCompileCacheDir()
  if (cache === undefined) return undefined
  try {
    const build = readFileSync(join(import.meta.dirname, 'build-id'), 'utf8')
    return { directory: join(cache, 'documents'), compiler: `${build} ${JSON.stringify(process.versions)}` }
  } catch {
    return undefined
  }
}

/** Bytes of the digest with which a file begins. */
const DIGEST = 32
const digestOf = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

function readKept(file: string, { compiler }: KeptDocuments, text: string): StartDocument | undefined {
  try {
    const bytes = readFileSync(file)
    const body = bytes.subarray(DIGEST)
    if (!digestOf(body).equals(bytes.subarray(0, DIGEST))) return undefined
    const kept = deserialize(body) as KeptDocument
    if (kept.compiler !== compiler || kept.text !== text) return undefined
    shareWords(kept)
    return kept
  } catch {
    return undefined
  }
}

/** Makes equal words one, as compiled ones are: comparing them then takes no time, and they take room once. */
function shareWords(whole: object): void {
  const known: { [word: string]: string } = Object.create(null)
  const share = (value: unknown): unknown => (typeof value === 'string' ? (known[value] ??= value) : meet(value))
  const met = new Set<unknown>()
  const waiting: object[] = []
  const meet = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || met.has(value)) return value
    met.add(value)
    waiting.push(value)
    return value
  }
  meet(whole)
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at instanceof Map) {
      const entries = [...at]
      at.clear()
      for (const [key, value] of entries) at.set(share(key), share(value))
    } else {
      const parts = at as { [key: string]: unknown }
      for (const key of Object.keys(parts)) {
        const part = parts[key]
        if (typeof part === 'string') parts[key] = known[part] ??= part
        else meet(part)
      }
    }
  }
}

/** Other documents and builds have theirs in the same folder; older ones go. */
const MOST_KEPT = 20

/** Keeps nothing where the folder can't be written. */
function keep(file: string, kept: KeptDocument): void {
  try {
    const body = serialize(kept)
    const directory = join(file, '..')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    const fresh = join(directory, `${randomUUID()}.new`)
    writeFileSync(fresh, Buffer.concat([digestOf(body), body]), { mode: 0o600 })
    renameSync(fresh, file)
    const ages = readdirSync(directory).map((name) => {
      const path = join(directory, name)
      return { path, at: statSync(path).mtimeMs }
    })
    for (const { path } of ages.sort((a, b) => b.at - a.at).slice(MOST_KEPT)) rmSync(path, { force: true })
  } catch {
    // The next start compiles again.
  }
}
