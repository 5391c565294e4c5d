// Says what in the document this version does not run, and how to write a document of one's own.
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'

/** More would hide the address above them. */
const MOST_NAMED = 5

/** `file`: its path from the working directory; `isShipped`: no other document was named. */
export function sayNextSteps(file: string, diagnostics: readonly Diagnostic[], isShipped: boolean): readonly string[] {
  const messages = [
    ...new Set(diagnostics.filter(({ code }) => code.endsWith('/not-run-yet')).map((each) => each.message)),
  ]
  const more = messages.length - MOST_NAMED
  const unrun =
    messages.length === 0
      ? []
      : [
          '\nNot supported by this version yet:',
          ...messages.slice(0, MOST_NAMED).map((message) => `  ${message}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
          `  npm run check -- ${file} shows where.`,
        ]
  const own =
    '\nTo make your own application: npm run new -- my.md creates a document, npm start -- my.md --watch runs it.'
  return isShipped ? [...unrun, own] : unrun
}
