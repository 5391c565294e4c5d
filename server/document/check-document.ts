// Checks a document for `npm run check`: prints diagnostics as code frames or as JSON.
import { basename } from 'node:path'
import { compile } from '#shared/compile.ts'
import type { Model } from '#shared/model/model.ts'
import type { QuestionDeclaration } from '#shared/points/read-questions.ts'
import { isOpenQuestion } from '#shared/points/open-question.ts'
import { printDiagnostics } from '#shared/diagnostics/code-frame.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'
import { locateDiagnostics } from '#shared/protocol/document.ts'
import { listUncheckedChanges, describeUncheckedChanges } from './list-unchecked-changes.ts'
import { readDocumentFile } from './read-document-file.ts'

/** The result of trying a sound document: on data, or by its examples. */
export interface CheckAttempt {
  readonly lines: readonly string[]
  readonly json: object
  readonly isSound: boolean
}

interface CheckOptions {
  readonly asJson: boolean
  /** Lists which changes elsewhere the rules are not checked at, and says how lists find their rows. */
  readonly explainLists?: (document: CheckedDocument) => Promise<{ readonly text: string; readonly json: object }>
  /** Tries it in each of these ways, where it has no errors. */
  readonly attempts?: readonly ((document: CheckedDocument) => Promise<CheckAttempt>)[]
}

export interface CheckedDocument {
  readonly file: string
  readonly text: string
  readonly model: Model
}

export async function checkDocument(
  file: string,
  { asJson, explainLists, attempts = [] }: CheckOptions,
): Promise<{ readonly output: string; readonly isSound: boolean }> {
  const read = await readDocumentFile(file)
  if ('problem' in read)
    return { output: asJson ? JSON.stringify({ problem: read.problem }) : read.problem, isSound: false }
  const { model, diagnostics, unknowns, declarations } = compile(read.text)
  const { questions } = declarations
  const index = lineIndex(read.text)
  const document = model && { file: basename(file), text: read.text, model }
  const unchecked = explainLists && model ? listUncheckedChanges(model) : undefined
  const lists = document && (await explainLists?.(document))
  const tried: CheckAttempt[] = []
  for (const attempt of document ? attempts : []) if (document) tried.push(await attempt(document))
  const isSound = !diagnostics.some(({ severity }) => severity === 'error') && tried.every((attempt) => attempt.isSound)
  if (asJson) {
    return {
      output: JSON.stringify(
        {
          diagnostics: locateDiagnostics(diagnostics, index),
          unknowns: unknowns.map(({ point, name, span }) => ({
            point,
            name,
            line: positionAt(index, span.start).line,
          })),
          questions: questions.map(({ span, ...question }) => ({
            ...question,
            line: positionAt(index, span.start).line,
          })),
          ...(unchecked ? { unchecked } : {}),
          ...lists?.json,
          ...Object.assign({}, ...tried.map(({ json }) => json)),
        },
        null,
        2,
      ),
      isSound,
    }
  }
  const frames = diagnostics.length === 0 ? [] : [printDiagnostics(diagnostics, index, basename(file))]
  const open =
    unknowns.length === 0
      ? []
      : [
          `Not shown: ${unknowns.map(({ point, name }) => (name === `Point ${point}` ? name : `${name} (point ${point})`)).join(', ')}.`,
        ]
  return {
    output: [
      ...frames,
      ...open,
      ...countOpen(questions),
      ...(unchecked ? [describeUncheckedChanges(unchecked)] : []),
      ...(lists ? [lists.text] : []),
      ...tried.map(({ lines }) => lines.join('\n')),
      summaryOf(basename(file), diagnostics),
    ].join('\n\n'),
    isSound,
  }
}

function countOpen(questions: readonly QuestionDeclaration[]): readonly string[] {
  const open = questions.filter(isOpenQuestion).length
  return open === 0 ? [] : [`${open} open question${open === 1 ? '' : 's'}.`]
}

function summaryOf(file: string, diagnostics: readonly { readonly severity: 'error' | 'warning' | 'note' }[]): string {
  const counts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const number = diagnostics.filter((each) => each.severity === severity).length
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? '' : 's'}`]
  })
  return counts.length === 0 ? `${file} is sound.` : `${file}: ${counts.join(', ')}.`
}
