// Configures the build of the client: one page, split by screen, compressed, ready for a nonce.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withOwnLanguage(), withoutIconFont(), withCompressedFiles()],
  // The server puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file on purpose; a test holds how much of it is sent.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // How long the parts of a build took is no news where the machine has other work.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // Loaded before the first file goes on, so it may wait for no other.
            {
              name: 'german',
              test: /client.words.german\b(?!-)|refusals.german.(?!remedies)|conditions.german-phrases/,
              priority: 1,
            },
            // All that a list needs comes in one file; what other screens share comes in few.
            { name: 'first', tags: ['$initial'] },
            { name: 'more', entriesAware: true, entriesAwareMergeThreshold: 20_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/** `shared` speaks all languages; a page loads its own. */
function withOwnLanguage(): Plugin {
  return {
    name: 'with-own-language',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const found = OF_OTHER_LANGUAGES.find(({ from, file }) => importer.endsWith(from) && id.endsWith(file))
      return found && join(import.meta.dirname, 'words', found.instead)
    },
  }
}

const OF_OTHER_LANGUAGES = [
  { from: '/refusals/catalogue.ts', file: '/german/german.ts', instead: 'german-refusals.ts' },
  { from: '/conditions/phrases.ts', file: '/german-phrases.ts', instead: 'german-phrases.ts' },
] as const

/** The calendar library brings a font for icons that we do not use; our policy refuses fonts that are no files of ours. */
function withoutIconFont(): Plugin {
  return {
    name: 'without-icon-font',
    transform(code, id) {
      if (!id.includes('@fullcalendar/core')) return undefined
      return { code: code.replace(/@font-face\{font-family:fcicons[^}]*\}/, ''), map: null }
    },
  }
}

/** The server sends them as they are: compressing well takes longer than a first visitor should wait. */
function withCompressedFiles(): Plugin {
  return {
    name: 'with-compressed-files',
    writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets')
      for (const name of readdirSync(assets).filter((each) => COMPRESSED.has(extname(each)))) {
        const bytes = readFileSync(join(assets, name))
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

const COMPRESSED: ReadonlySet<string> = new Set(['.js', '.css', '.svg'])
