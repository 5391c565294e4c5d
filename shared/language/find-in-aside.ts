// Describes the words of examples and of questions, and finds the names that the steps of an example give.
import { QUESTION_KEYS } from '../points/read-questions.ts'
import { identifierOf } from '../text/identifier.ts'
import { ENTRY_DETAILS } from './complete-question.ts'
import { STEP_DETAILS } from './complete-step.ts'
import type { NameScope } from './expression-names.ts'
import { printType } from './expression-names.ts'
import type { FoundName } from './find-name.ts'
import type { DocumentOutline } from './outline.ts'
import type { Place } from './place.ts'
import { lineAround } from './place.ts'
import { stepBefore, storyBefore } from './story.ts'

/** Undefined where the word is described as it is elsewhere. */
export function findInAside(outline: DocumentOutline, place: Place): FoundName | undefined {
  const { text } = outline.document
  if (place.aside === 'questions') return findEntry(text, place)
  return place.aside === 'example' ? findInStep(outline, place) : undefined
}

function findEntry(text: string, { word, span }: Place): FoundName | undefined {
  const key = QUESTION_KEYS.find((each) => each === word.toLowerCase())
  const before = text.slice(lineAround(text, span.start).start, span.start)
  if (key === undefined || !/^[ \t]+[-*+]\s+$/.test(before) || text[span.end] !== ':') return undefined
  return { span, description: `**${key}**, entry of a question\n\n${ENTRY_DETAILS[key]}` }
}

function findInStep(outline: DocumentOutline, { word, span }: Place): FoundName | undefined {
  const { text } = outline.document
  const step = stepBefore(text, span.start)
  if (step === undefined) return undefined
  const rest = text.slice(span.start, lineAround(text, span.start).end)
  const begins = step.text === '' || (word === 'later' && /^\d+\s+\w+\s+$/.test(step.text))
  const beginning = begins && BEGINNINGS.find((each) => rest.startsWith(each) && !/^\w/.test(rest.slice(each.length)))
  if (beginning)
    return {
      span: { start: span.start, end: span.start + beginning.length },
      description: `**${beginning}**, step of an example\n\n${STEP_DETAILS[beginning] ?? ''}`,
    }
  const story = storyBefore(outline, step.start)
  const type = Object.hasOwn(story.names, word) ? story.names[word] : undefined
  const declaredAt = story.givenAt.get(word)
  // Behind a dot, and before a colon, it is the name of a field.
  if (type === undefined || step.text.endsWith('.') || text[span.end] === ':') return undefined
  return {
    span,
    description: `**${word}**, name in this example: ${printType(type)}`,
    ...(declaredAt && { declaredAt }),
  }
}

/** The longer ones first: "expect mail to" before "expect". */
const BEGINNINGS = Object.keys(STEP_DETAILS).toSorted((one, other) => other.length - one.length)

/** Finds the name of what a step makes where its braces are open: "create Ticket by send { …". Empty: it makes nothing. */
function madeBefore(step: string): string {
  const open = step.lastIndexOf('{')
  if (open === -1 || step.includes('}', open)) return ''
  const made = /(?:create|given|=)\s([^{}=]*)$/i.exec(step.slice(0, open))?.[1]
  return made?.split(/\sby\s/i)[0]?.trim() ?? ''
}

/** Code and names of a step up to a word of it: in braces the record at hand is the one that is made. */
export function scopeOfStep(
  outline: DocumentOutline,
  { span }: Place,
): { readonly scope: NameScope; readonly code: string } {
  const step = stepBefore(outline.document.text, span.start)
  if (step === undefined) return { scope: {}, code: '' }
  const story = storyBefore(outline, step.start)
  const made = madeBefore(step.text)
  const entity = made === '' ? '' : identifierOf(made, 'entity')
  const isMade = outline.document.text[span.end] === ':' && outline.outline.entities.has(entity)
  return { scope: isMade ? { ...story, entity } : story, code: step.text }
}
