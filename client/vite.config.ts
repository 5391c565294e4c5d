// Configures the build of the client: one page, split by screen, compressed, ready for a nonce.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withOwnTexts(), withoutIconFont(), withPaintFirst(), withCompressedFiles()],
  // The server puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The notices of the packages that are bundled come with them.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    // Inlined files would be data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    // A screen that is opened later waits for no styles of its own.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // The first files are large on purpose; a test holds how much of them is sent.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // How long the parts of a build took is no news where the machine has other work.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // The first file waits for the German texts, so their file must import no other.
            {
              name: 'german',
              test: /client.words.german\b(?!-)|refusals.german|conditions.german-phrases/,
              priority: 1,
            },
            // All that a list needs comes in three files, which run one after another; what other screens share comes in few.
            {
              name: 'react',
              tags: ['$initial'],
              test: /node_modules.(?:react|scheduler|@tanstack|micromark)/,
              priority: 1,
            },
            { name: 'parts', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'first', tags: ['$initial'] },
            // A record and a form, with all that they need beside it, come in one file, and what nearly every screen shares in another.
            { name: 'common', minShareCount: 12 },
            { name: 'record', test: /client.(?:screens.(?:record|form)|fields.edit)./ },
            { name: 'more', entriesAware: true, entriesAwareMergeThreshold: 2_500 },
          ],
        },
      },
    },
  },
  // The language service of the studio: one file, which asks for no other.
  worker: { format: 'iife', plugins: () => [withoutPage()] },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/** `shared` speaks all languages and words all refusals; a page loads its own language, and what only the server refuses comes worded. */
function withOwnTexts(): Plugin {
  return {
    name: 'with-own-texts',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const found = NOT_OF_PAGES.find(({ from, file }) => importer.endsWith(from) && id.endsWith(file))
      return found && join(import.meta.dirname, 'words', found.instead)
    },
  }
}

const NOT_OF_PAGES = [
  { from: '/refusals/catalogue.ts', file: '/german/german.ts', instead: 'german-refusals.ts' },
  { from: '/refusals/catalogue.ts', file: '/account-fields.ts', instead: 'server-refusals.ts' },
  { from: '/refusals/catalogue.ts', file: '/accounts.ts', instead: 'server-refusals.ts' },
  { from: '/refusals/catalogue.ts', file: '/requests.ts', instead: 'server-refusals.ts' },
  { from: '/refusals/catalogue.ts', file: '/lists-and-imports.ts', instead: 'server-refusals.ts' },
  { from: '/refusals/remedies.ts', file: '/german/remedies.ts', instead: 'german-remedies.ts' },
  { from: '/conditions/phrases.ts', file: '/german-phrases.ts', instead: 'german-phrases.ts' },
] as const

/** Entities of HTML are decoded by an element of the page in the page, and by a table in a worker, which has no page. */
function withoutPage(): Plugin {
  const decoder = 'decode-named-character-reference'
  return {
    name: 'without-page',
    enforce: 'pre',
    resolveId: (id) => (id === decoder ? fileURLToPath(import.meta.resolve(decoder)) : undefined),
  }
}

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

/**
 * The page is painted before the application's script is fetched and runs: on a slow network styles and font need not share it.
 * What each screen needs beside it the server learns from a file.
 */
function withPaintFirst(): Plugin {
  return {
    name: 'with-paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => FIRST_FONT.test(name))
        const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">`
        // An entry that does nothing but import is no file: its imports stand in the page.
        const entries = [...html.matchAll(MODULE_SCRIPT)].map(([, file = '']) => file)
        const files = entries.reduce<readonly string[]>((found, file) => inOrder(file, bundle, found), [])
        const scripts = files.map((file) => `/${file}`)
        return html
          .replaceAll(MODULE_TAG, '')
          .replace(/(?=<link rel="stylesheet")/, () => `${preload}\n    `)
          .replace(/(?=<\/body>)/, () => `<script data-scripts="${scripts.join(' ')}">${START}</script>\n  `)
      },
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((each) => (each.type === 'chunk' ? [each] : []))
      const first = chunks
        .filter((each) => each.isEntry)
        .reduce<readonly string[]>((found, each) => inOrder(each.fileName, bundle, found), [])
      const pages = chunks
        .filter((each) => each.isDynamicEntry && each.facadeModuleId?.startsWith(import.meta.dirname))
        .map(({ facadeModuleId, fileName }) => [
          basename(facadeModuleId ?? '').replace(/\.tsx?$/, ''),
          inOrder(fileName, bundle, first)
            .slice(first.length)
            .map((file) => `/${file}`),
        ])
      const source = JSON.stringify(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: 'page-scripts.json', source })
    },
  }
}

type Bundle = Readonly<Record<string, { readonly type: string; readonly imports?: readonly string[] }>>

/**
 * Lists the files of `before`, then the file after everything that it imports. Files may import each other in a
 * circle.
 */
function inOrder(file: string, bundle: Bundle, before: readonly string[]): readonly string[] {
  const seen = new Set(before)
  const found = [...before]
  const add = (each: string): void => {
    if (seen.has(each)) return
    seen.add(each)
    for (const imported of bundle[each]?.imports ?? []) add(imported)
    found.push(each)
  }
  add(file)
  return found
}

const FIRST_FONT = /\binter-latin-wght-normal-.*\.woff2$/
const MODULE_SCRIPT = /<script type="module"[^>]*\bsrc="\/([^"]+)"/g
const MODULE_TAG = /<script type="module"[^>]*><\/script>\s*|<link rel="modulepreload"[^>]*>\s*/g

/** A page out of sight is not painted, and one without content has no first paint with it. */
const START = `
      {
        const first = document.currentScript.dataset.scripts.split(' ')
        const ofPage = document.documentElement.dataset.scripts?.split(' ') ?? []
        let isStarted = false
        const start = async () => {
          if (isStarted) return
          isStarted = true
          for (const href of [...first, ...ofPage])
            document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
          // One after another: the page answers a touch between two.
          for (const script of first) {
            await import(script)
            await new Promise((resolve) => setTimeout(resolve))
          }
        }
        if (document.visibilityState === 'hidden') start()
        else {
          new PerformanceObserver((list) => {
            if (list.getEntriesByName('first-contentful-paint').length > 0) start()
          }).observe({ type: 'paint', buffered: true })
          requestAnimationFrame(() => setTimeout(start, 100))
        }
      }
    `

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
