// Lists the decisions of a request on records in order, as far as its response shows them.
import type { Model } from '#shared/model/model.ts'
import type { ExplainBody } from '#shared/protocol/explain.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { sayPhrase } from '#shared/text/phrase.ts'
import type { ExplanationTarget } from './explain-target.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'

type DecisionStep = 'signed in' | 'found' | 'granted' | 'state' | 'well formed' | 'condition' | 'rules' | 'other'

/** `refusal`: in the words of the document. */
export function listDecisionSteps(
  model: Model,
  target: ExplanationTarget,
  refusal: WordedRefusal | undefined,
): ExplainBody['steps'] {
  const failing = refusal === undefined ? undefined : failingAt(model, target, refusal)
  const values = { label: target.entity.name.label }
  const questions = questionsOf(target).map(({ asked, says }) => ({
    asked,
    what: sayPhrase({ says, values }, model.settings.language),
  }))
  // What it was asked before is not known.
  if (refusal !== undefined && !questions.some(({ asked: request }) => request === failing))
    return [{ what: refusal.message, met: false }]
  const steps: { what: string; met: boolean }[] = []
  for (const { asked: request, what } of questions) {
    steps.push({ what, met: request !== failing })
    if (request === failing) return steps
  }
  return steps
}

interface Question {
  readonly asked: DecisionStep
  readonly says: InLanguages
}

function questionsOf({ id, does }: ExplanationTarget): readonly Question[] {
  const isTransition = 'transition' in does
  const isReading = !isTransition && ['read', 'see history', 'export'].includes(does.verb)
  return [
    ...(isReading ? [] : [SIGNED_IN]),
    ...(id === undefined ? [] : [FOUND]),
    GRANTED,
    ...(isTransition && !does.creates ? [STATE] : []),
    ...(isReading ? [] : [WELL_FORMED]),
    ...(isTransition ? [CONDITION] : []),
    ...(isReading ? [] : [RULES]),
  ]
}

const SIGNED_IN: Question = {
  asked: 'signed in',
  says: {
    en: 'This person is signed in and can do this to some records',
    de: 'Angemeldet ist jemand, der das mit irgendeinem Eintrag tun darf',
  },
}
const FOUND: Question = {
  asked: 'found',
  says: { en: 'This person can see the {label}', de: 'Der Eintrag ({label}) ist für diese Person da' },
}
const GRANTED: Question = {
  asked: 'granted',
  says: { en: 'Point 6 or 4 lets this person do it', de: 'Punkt 6 oder 4 erlaubt es dieser Person' },
}
const STATE: Question = {
  asked: 'state',
  says: { en: 'The {label} is in a state that allows it', de: 'Der Eintrag ({label}) ist in einem passenden Zustand' },
}
const WELL_FORMED: Question = {
  asked: 'well formed',
  says: {
    en: 'The data sent is complete and valid',
    de: 'Die Angaben sind vollständig und passen zu ihren Feldern',
  },
}
const CONDITION: Question = {
  asked: 'condition',
  says: { en: 'The condition of the transition is met', de: 'Die Bedingung des Übergangs ist erfüllt' },
}
const RULES: Question = {
  asked: 'rules',
  says: { en: 'The {label} obeys the rules of point 5', de: 'Der Eintrag ({label}) hält die Regeln von Punkt 5 ein' },
}

function failingAt(
  model: Model,
  { entity, does }: ExplanationTarget,
  { status, code, state, cites, errors }: WordedRefusal,
): DecisionStep {
  if (code === 'second_factor_needed') return 'other'
  if (status === 401) return 'signed in'
  if (status === 404) return 'found'
  if (status === 403 || errors.some((error) => error.code === 'not_allowed')) return 'granted'
  const isOfRow = (rows: readonly { readonly cite: { readonly line: number } }[]): boolean =>
    rows.some(({ cite }) => cite.line === cites?.line)
  if (isOfRow(entity.rules)) return 'rules'
  if ('transition' in does && isOfRow(does.transition.rows) && errors.length === 0)
    return does.transition.rows.some(({ from }) => from === 'any' || from.includes(state ?? '')) ? 'condition' : 'state'
  if (code === 'invalid') return 'well formed'
  return model.errors.get(code)?.standard === false ? 'rules' : 'other'
}
