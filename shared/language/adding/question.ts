// Writes questions of a document and their answers, and says where they belong.
import type { Document, Part, PointNumber } from '../../document/document.ts'
import { isShown } from '../../points/declarations.ts'
import { isOpenQuestion } from '../../points/open-question.ts'
import type { QuestionDeclaration } from '../../points/read-questions.ts'
import { separateAsides } from '../../points/separate-asides.ts'
import { lineIndex, positionAt } from '../../text/position.ts'
import type { TextEdit } from '../../text/text-edits.ts'
import type { DocumentOutline } from '../outline.ts'
import { blank, sentence } from './markdown.ts'
import { endOf, insertBehind, placePoint, sectionOf } from './place.ts'
import type { WantedPart } from './wanted.ts'

type Want<Kind extends WantedPart['kind']> = Extract<WantedPart, { readonly kind: Kind }>

/** A question that has no answer yet. */
export interface KnownQuestion {
  /** Line on which it begins, from 1. */
  readonly line: number
  readonly text: string
}

export function openQuestionsOf({ document, declarations }: DocumentOutline): readonly KnownQuestion[] {
  const lines = lineIndex(document.text)
  return declarations.questions
    .filter(isOpenQuestion)
    .map(({ text, span }) => ({ line: positionAt(lines, span.start).line, text }))
}

/** The first point that says nothing yet: there questions are the most likely. */
export function pointToAskAbout({ declarations }: DocumentOutline): PointNumber {
  const { product, screens, entities, states, rules, roles, calls, errors, limits } = declarations
  const points = [product, screens, entities, states, rules, roles, calls, errors, limits]
  const first = points.findIndex((each) => !isShown(each))
  return first < 0 ? 1 : ((first + 1) as PointNumber)
}

/** Puts a question behind the others of its point, or begins them. A point that is not shown stays so. */
export function placeQuestion({ document }: DocumentOutline, wanted: Want<'question'>): TextEdit {
  const { point, text, owner, asked } = wanted
  const bullet = [
    `- ${blank(sentence(text))}`,
    ...entry('  ', 'owner', blank(sentence(owner))),
    ...entry('  ', 'asked', asked),
  ].join('\n')
  const section = sectionOf(document, point)
  const first = `### Unknowns\n\n${bullet}`
  if (section === undefined) return placePoint(document, point, first)
  const asking = separateAsides(section).asking.at(-1)
  return asking === undefined ? insertBehind(document.text, endOf(section), first) : addBullet(document, asking, bullet)
}

function addBullet({ text }: Document, asking: Part, bullet: string): TextEdit {
  const last = asking.blocks.findLast(({ kind }) => kind === 'bullets')
  return last === undefined ? insertBehind(text, asking.heading.span.end, bullet) : below(text, last.span.end, bullet)
}

/** Writes an answer below its question. Nothing is added where the question is gone or has an answer. */
export function placeAnswer({ document, declarations }: DocumentOutline, wanted: Want<'answer'>): TextEdit {
  const { text } = document
  const found = questionAt(text, declarations.questions, wanted.question)
  if (found === undefined) return { span: { start: text.length, end: text.length }, text: '' }
  const lineStart = text.lastIndexOf('\n', found.span.start - 1) + 1
  const indent = `${/^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? ''}  `
  const lines = [
    ...entry(indent, 'answer', blank(sentence(wanted.answer))),
    ...entry(indent, 'answered', wanted.answered),
  ]
  const written = text.slice(found.span.start, found.span.end).split('\n')
  const kept = written.filter((line) => !EMPTY_ANSWER.test(line))
  if (kept.length === written.length) return below(text, found.span.end, lines.join('\n'))
  // What waited for an answer gives way to it.
  return { span: found.span, text: [...kept, ...lines].join('\n') }
}

/** A line `answer:` or `answered:` that says nothing yet. */
const EMPTY_ANSWER = /^[ \t]*[-*+][ \t]+answer(?:ed)?:[ \t]*(?:not shown\.?)?\s*$/i

function questionAt(
  text: string,
  questions: readonly QuestionDeclaration[],
  line: number,
): QuestionDeclaration | undefined {
  const lines = lineIndex(text)
  return questions.find((each) => isOpenQuestion(each) && positionAt(lines, each.span.start).line === line)
}

/** An entry without a value is left out. */
function entry(indent: string, key: string, value: string): readonly string[] {
  return value === '' ? [] : [`${indent}- ${key}: ${value}`]
}

/** Adds lines directly below the last line of what ends there. */
function below(text: string, end: number, lines: string): TextEdit {
  const newline = text.indexOf('\n', Math.max(0, end - 1))
  const start = newline < 0 ? text.length : newline
  return { span: { start, end: start }, text: `\n${lines}` }
}
