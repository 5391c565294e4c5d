// Starts threads and child processes from the built server where it is current: many sources take a second.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vitest/config'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(ROOT, 'server', 'dist')

/** `npm test` builds first; after an edit it is the sources that run. */
export function startBuiltEntries(): Plugin {
  const isBuilt = isCurrent()
  return {
    name: 'start-built-entries',
    // Vitest keeps transformed modules from run to run.
    configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(() => `built: ${String(isBuilt)}`),
    transform: (code) =>
      isBuilt
        ? code.replaceAll(
            /new URL\((["'])\.\/([\w-]+-(?:thread|child))\.ts\1, import\.meta\.url\)/g,
            (_, _quote, name) => `new URL(${JSON.stringify(pathToFileURL(join(BUILT, `${name}.js`)).href)})`,
          )
        : undefined,
  }
}

function isCurrent(): boolean {
  const builtAt = changedAt(join(BUILT, 'main.js'))
  return ['server', 'shared'].every((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter(({ name, parentPath }) => /\.[cm]?ts$/.test(name) && !parentPath.startsWith(BUILT))
      .every(({ name, parentPath }) => changedAt(join(parentPath, name)) <= builtAt),
  )
}

/** Milliseconds since 1970; 0 where there is no such file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
