// Publishes the text of a file, and says what came of it.
import { basename } from 'node:path'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import type { ExampleOutcome } from '#shared/protocol/document.ts'
import { lineIndex } from '#shared/text/position.ts'
import type { BackUpData } from './back-up-data.ts'
import { printExamples } from './print-examples.ts'
import { printConflicts } from './print-migration-conflict.ts'
import type { PublishDependencies, PublishOptions } from './publish-document.ts'
import { publishDocument } from './publish-document.ts'

export interface PublishFileDependencies extends PublishDependencies {
  /** Runs the examples of the text; null: it has errors. Absent: they are not asked for. */
  readonly runExamples?:
    | ((document: { readonly file: string; readonly text: string }) => Promise<readonly ExampleOutcome[] | null>)
    | undefined
  /** Backs up the data before the studio deletes some of it; absent: the studio deletes none. */
  readonly backUpData?: BackUpData | undefined
}

export interface FileText extends Pick<PublishOptions, 'follows'> {
  /** Name of the file. */
  readonly file: string
  readonly text: string
}

/**
 * `refused`: it is wrong, does not fit the data, or tells examples that do not hold, which was said. `overtaken`: somebody has
 * published meanwhile.
 */
export type FileOutcome = 'published' | 'refused' | 'overtaken'

export async function publishText(
  { file, text, follows }: FileText,
  dependencies: PublishFileDependencies,
  say: (message: string) => void,
): Promise<FileOutcome> {
  const { current } = dependencies
  const outcomes = (await dependencies.runExamples?.({ file: basename(file), text })) ?? []
  if (outcomes.some(({ failure }) => failure !== null)) {
    say([...printExamples(outcomes), NOT_PUBLISHED].join('\n'))
    return 'refused'
  }
  const before = current.running.revision
  const source = { text, file: basename(file), isFromFile: true, by: null }
  const published = await publishDocument(dependencies, source, { follows })
  if (published.published) {
    if (current.running.revision !== before)
      say(
        [
          `Published revision ${current.running.revision}${sayWidened(published.widened)}.`,
          ...published.changes.map((change) => `  - ${change}`),
        ].join('\n'),
      )
    return 'published'
  }
  if (published.isOvertaken === true) return 'overtaken'
  const errors = published.diagnostics.filter(({ severity }) => severity === 'error')
  const frames = errors.length === 0 ? [] : [printDiagnostics(errors, lineIndex(text), basename(file))]
  say(
    [...frames, ...printConflicts(published.conflicts, dependencies.backUpData !== undefined), NOT_PUBLISHED].join(
      '\n',
    ),
  )
  return 'refused'
}

const NOT_PUBLISHED = 'Not published: the last valid revision is still running.'

const MOST_TOLD = 10

/** Says in the line itself which policies a publication widens, so that it is seen where it is done. */
export function sayWidened(widened: readonly string[]): string {
  if (widened.length === 0) return ''
  const rest = widened.length - MOST_TOLD
  return `: now ${widened.slice(0, MOST_TOLD).join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`
}
