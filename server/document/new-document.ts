// Creates an empty document of nine points for `npm run new`.
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { emptyDocument } from '#shared/document/empty-document.ts'

/** Never writes over a file that exists. */
export async function writeNewDocument(file: string): Promise<{ readonly output: string; readonly written: boolean }> {
  const name = basename(file)
  try {
    await writeFile(file, emptyDocument(nameOf(name)), { flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return { output: `${name} exists already; it is left as it is.`, written: false }
    if (code === 'ENOENT') return { output: `${file} can't be written: there is no such directory.`, written: false }
    return { output: `${file} can't be written (${code ?? message}).`, written: false }
  }
  // As it was named, so that they work from where one is.
  const path = file.includes(' ') ? `"${file}"` : file
  const commands = [
    `  npm run check -- ${path}    says what is missing and what is wrong`,
    `  npm start -- ${path} --watch    runs it, and publishes each change that you save`,
    '  shared/help/ten-minutes.md  teaches the language; the running application shows it under /studio/help',
  ]
  return {
    output: [`${name} is written. Fill in what you know; the rest stays "not shown".`, ...commands].join('\n'),
    written: true,
  }
}

/** `leave-requests.md` → "Leave requests". */
function nameOf(file: string): string {
  const words = file
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
  return words === '' ? 'My application' : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}
