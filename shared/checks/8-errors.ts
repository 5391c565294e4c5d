// Checks that every used error code is listed, and every listed one used.
import * as say from '../diagnostics/warnings.ts'
import { isCode } from '../model/8-errors/link-code.ts'
import { REFUSAL_WORDS, rewordable } from '../refusals/catalogue.ts'
import type { Declarations, Reference } from '../points/declarations.ts'
import type { OtherwiseDeclaration } from '../points/5-rules/declarations.ts'
import type { EffectDeclaration } from '../points/4-states/declarations.ts'
import { isShown } from '../points/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import { nearest } from '../text/nearest-word.ts'
import { bare } from '../text/written-values.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkErrors: SpecificationCheck = (_model, declarations) => {
  const { errors } = declarations
  const listed = isShown(errors) ? errors.errors : []
  const codes = [...listed.map((error) => error.code), ...REFUSAL_WORDS]
  const uses = codeReferences(declarations)
  const words = new Set(uses.map(wordOf))
  const notUsed = listed.filter(({ code }) => !words.has(code) && rewordable(code) === undefined)
  const notListed = uses.filter((use) => !codes.includes(wordOf(use)) && LOOKS_LIKE_A_CODE.test(wordOf(use)))
  return [
    ...notUsed.map(({ code, span }) => say.codeNotUsed(span, { code, standard: nearest(code, REFUSAL_WORDS) })),
    ...listed.flatMap(({ code, status, span }) => {
      const known = rewordable(code)?.status
      const isAnother = known !== undefined && status !== undefined && status !== known
      return isAnother ? [say.standardStatus(span, { code, status: known })] : []
    }),
    // Of codes that nothing lists where point 8 is not shown, nothing can be said.
    ...(isShown(errors)
      ? notListed.map((use) =>
          say.codeNotListed(spanOf(use), { code: wordOf(use), nearest: nearest(wordOf(use), codes) }),
        )
      : []),
  ]
}

const LOOKS_LIKE_A_CODE = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/

/** Everything in the document that names a code. */
function codeReferences(declarations: Declarations): readonly Reference[] {
  const { entities, rules, states, roles, calls } = declarations
  const found: Reference[] = []
  const add = (reference: Reference | undefined): void => {
    if (reference) found.push(reference)
  }
  const visit = (effect: EffectDeclaration): void => {
    if (effect.kind === 'refuse') add(effect.code)
    if (effect.kind === 'forEach') effect.effects.forEach(visit)
    if (effect.kind === 'try') [effect.effect, effect.otherwise].forEach(visit)
  }
  // What is no code there is a message.
  const addWords = ({ otherwise }: { readonly otherwise?: OtherwiseDeclaration }): void => {
    if (otherwise && isCode(declarations, otherwise.text)) add(otherwise.text)
  }
  if (isShown(entities)) for (const { fields } of entities.entities) fields.forEach(addWords)
  if (isShown(rules)) rules.rules.forEach(addWords)
  if (isShown(roles)) for (const { otherwise } of roles.grants) add(otherwise)
  if (isShown(states)) {
    for (const { transitions, timers } of states.workflows) {
      for (const { otherwise, asks, then } of transitions) {
        add(otherwise)
        asks.forEach(addWords)
        then.forEach(visit)
      }
      for (const { then } of timers) then.forEach(visit)
    }
    for (const { then } of states.events) then.forEach(visit)
  }
  if (isShown(calls)) for (const { steps } of calls.calls) steps?.forEach(visit)
  return found
}

function wordOf(reference: Reference): string {
  return bare(reference).value.trim()
}
