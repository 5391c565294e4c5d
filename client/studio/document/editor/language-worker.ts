// Answers the editor beside the page, so that typing never waits for a long document.
import type { OpenDocument } from '#shared/language/open-document.ts'
import { openDocument } from '#shared/language/open-document.ts'
import type { Place } from '#shared/language/place.ts'
import { placeAt } from '#shared/language/place.ts'
import { listPoints } from '#shared/language/points.ts'
import type { DocumentQuestion } from '#shared/model/model.ts'
import { readPictures } from '#shared/pictures/read-pictures.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'
import type { LanguageResponse, Answers, LanguageRequest, PlaceOfCaret, Question } from './language-questions.ts'

/** The part of a worker's scope that is used here: the types of the page have no other. */
interface WorkerScope {
  postMessage(answered: LanguageResponse): void
  addEventListener(type: 'message', listener: (event: { readonly data: LanguageRequest }) => void): void
}

const scope = globalThis as unknown as WorkerScope

/** More are never drawn, and would take their time on the way. */
const MOST_DIAGNOSTICS = 1_000

function answerQuestions(): void {
  let open = openDocument('')
  scope.addEventListener('message', ({ data: { id, text, question } }) => {
    if (text !== undefined) open = openDocument(text)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    scope.postMessage({ id, answer: answer(open, question) })
  })
}

function answer(open: OpenDocument, question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'check':
      return {
        diagnostics: open.compiled().diagnostics.slice(0, MOST_DIAGNOSTICS),
        names: [...new Set(open.outline().definitions.flatMap(({ label, name }) => [label, name]))],
        questions: questionsOf(open),
        points: listPoints(open.outline().document),
      }
    case 'complete':
      return open.complete(question.offset, question.today)
    case 'name':
      return open.nameAt(question.offset)
    case 'renamable':
      return open.renamable(question.offset)
    case 'rename':
      return open.rename(question)
    case 'addable':
      return open.addable()
    case 'add':
      return open.add(question.wanted)
    case 'pictures':
      return readPictures(open.text, open.compiled())
    case 'place':
      return describePlace(placeAt(open.outline().document, question.offset))
  }
}

function questionsOf({ text, outline }: OpenDocument): readonly DocumentQuestion[] {
  const lines = lineIndex(text)
  return outline().declarations.questions.map(({ span, ...question }) => ({
    ...question,
    line: positionAt(lines, span.start).line,
  }))
}

function describePlace(place: Place | undefined): PlaceOfCaret | undefined {
  if (place === undefined) return undefined
  const { point, kind, column, heading, code } = place
  return { point, kind, isCode: code !== undefined, ...(column && { column }), ...(heading && { heading }) }
}

answerQuestions()
