// Each document here is wrong in some way; the text beside it is what is said about it. UPDATE=1 writes the texts anew.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { readDocument } from '#shared/document/read-document.ts'
import { readDeclarations } from '#shared/points/read-declarations.ts'
import { lineIndex } from '#shared/text/position.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())

function diagnose(text: string, name: string): string {
  const { document, diagnostics } = readDocument(text)
  return `${printDiagnostics([...diagnostics, ...readDeclarations(document).diagnostics], lineIndex(text), name)}\n`
}

describe.each(folders.map((folder) => folder.name))('%s', (folder) => {
  const documents = readdirSync(`${root}${folder}`).filter((file) => file.endsWith('.md'))

  test.each(documents)('%s', (file) => {
    const path = `${root}${folder}/${file}`
    const printed = diagnose(readFileSync(path, 'utf8'), basename(file))
    const expected = path.replace(/\.md$/, '.txt')
    if (process.env['UPDATE'] === '1') writeFileSync(expected, printed)
    expect(printed).toBe(readFileSync(expected, 'utf8'))
  })
})
