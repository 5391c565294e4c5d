// The source files of the product, with their texts.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const sources = ['shared', 'server', 'client'].flatMap((top) => listFiles(top))
export const code = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

export function listFiles(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return entry.name === 'dist' || entry.name === 'node_modules' ? [] : listFiles(path)
      return /^\.tsx?$/.test(extname(entry.name)) && !entry.name.endsWith('.d.ts') ? [path] : []
    })
    .toSorted()
}
