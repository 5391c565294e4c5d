// Builds the server into a few files: it starts in half the time, and takes 30 MB less, than from 800.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const ENTRIES = [
  'main.ts',
  'storage/sqlite/slow/slow-query-thread.ts',
  'storage/sqlite/file-check-thread.ts',
  'storage/sqlite/checkpoint-thread.ts',
  'records/pictures/picture-child.ts',
]

export default defineConfig({
  plugins: [startBuiltEntries()],
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node26',
    rolldownOptions: {
      input: ENTRIES.map((file) => join(import.meta.dirname, file)),
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  // Packages of very many files come along, the others stay where they are.
  ssr: { noExternal: [/^(micromark|mdast|unist|decode-named-character-reference|character-entities)/] },
})

/** `new URL('./some-thread.ts', import.meta.url)`, of a thread or a process: what is built lies side by side. */
function startBuiltEntries(): Plugin {
  return {
    name: 'start-built-entries',
    transform: (code) => code.replaceAll(/(["'])\.\/([\w-]+-(?:thread|child))\.ts\1/g, '"./$2.js"'),
  }
}
