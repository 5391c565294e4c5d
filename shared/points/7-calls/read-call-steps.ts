// Reads the steps of a call and the fenced body of its response.
import * as say from '../../diagnostics/7-calls.ts'
import type { Code, Item } from '../../document/document.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { nearest } from '../../text/nearest-word.ts'
import { splitFragment } from '../../text/split.ts'
import { bare, isNotShown } from '../../text/written-values.ts'
import { readEffects } from '../4-states/read-effects.ts'
import type { EffectDeclaration } from '../4-states/declarations.ts'
import type { AnswerDeclaration, CallDeclaration } from './declarations.ts'
import { readJsonTemplate } from '../reading/read-json-template.ts'
import type { PointContext } from '../reading/point-context.ts'

export interface CallSteps {
  readonly effects: EffectDeclaration[]
  /** Response that an "answer" step defines, without its body, which is written elsewhere. */
  answer: Omit<AnswerDeclaration, 'body'> | undefined
  /** Is a step not shown? Then nothing is built from any. */
  isUnknown: boolean
}

export function readCallSteps(
  items: readonly Item[],
  steps: CallSteps,
  transitionNames: ReadonlySet<string>,
  context: PointContext,
): void {
  for (const { text, span } of items) {
    if (isNotShown(text.value)) {
      context.unknown('A step', span)
      steps.isUnknown = true
      continue
    }
    const whole = bare(text)
    for (const part of splitFragment(whole, ';')) {
      const step = bare(part)
      if (steps.answer) context.report(say.afterAnswer(spanOf(step), { step: step.value }))
      else if (/^answer(?![\w.]|\s*=)/i.test(step.value)) steps.answer = readAnswer(step, context)
      else steps.effects.push(...readEffects(step, transitionNames, context))
    }
  }
}

/** `answer 200`, `answer 204`, `answer 200 as calendar`. What can't be read counts as 200, and has been reported. */
function readAnswer(text: Fragment, context: PointContext): NonNullable<CallSteps['answer']> {
  const span = spanOf(text)
  const condition = /[\s`]if[\s`]/i.exec(text.value)
  if (condition) context.report(say.conditionalAnswer(span, {}))
  const plain = condition ? trimFragment(sliceFragment(text, 0, condition.index)) : text
  const parts = matchParts(plain, /^answer\s+(?:with\s+)?(\d+)(?:\s+as\s+(\w+))?$/di)
  const as = parts?.[2]?.value.toLowerCase() ?? 'json'
  if (!parts?.[1] || !FORMS.includes(as)) {
    const form = parts?.[2] && nearest(as, ['calendar'])
    context.report(
      say.badAnswer(span, { answer: text.value, nearest: form && plain.value.replace(/\w+$/, () => form) }),
    )
    return { status: 200, as: 'json', span }
  }
  const status = Number(parts[1].value)
  if (status < 200 || status > 299) {
    context.report(say.badAnswerStatus(spanOf(parts[1]), { status: parts[1].value }))
    return { status: 200, as: 'json', span }
  }
  return { status, as: as === 'calendar' ? 'calendar' : 'json', span }
}

const FORMS: readonly string[] = ['json', 'calendar']

/** Puts the answer and its block together. */
export function joinAnswer(
  call: string,
  { answer }: CallSteps,
  block: Code | undefined,
  context: PointContext,
): CallDeclaration['answer'] {
  const body = block && readJsonTemplate(block, context)
  if (block && !answer) context.report(say.bodyWithoutAnswer(block.span, { call }))
  if (block && answer?.status === 204) context.report(say.bodyOfNothing(block.span, {}))
  return answer && { ...answer, ...(body ? { body } : {}) }
}
