// Finds the sample data beside a document: `desk.sample.json` beside `desk.md`.
import { readFile } from 'node:fs/promises'
import { readSample } from './sample.ts'
import type { Sample } from './sample.ts'

/** Undefined: there is none. Every problem is a sentence that names the file and the place in it. */
export async function findSample(document: string): Promise<{ readonly sample: Sample } | { readonly problems: readonly string[] } | undefined> {
  const file = `${document.replace(/\.(?:md|markdown)$/i, '')}.sample.json`
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : { problems: [`${file} can't be read (${code ?? String(error)}).`] }
  }
  const read = readSample(text)
  return 'sample' in read ? read : { problems: read.problems.map((problem) => `${file}: ${problem}`) }
}
