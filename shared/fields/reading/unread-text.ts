// Holds a text that a field can’t read in the place of its value, so that nothing of it is lost.
import { sayPhrase } from '../../text/phrase.ts'
import type { ValueProblem } from '../field-type.ts'

/** It is neither empty nor a value: `coerceValue` refuses it by its problem. Only clients have one; no API takes it. */
export class UnreadText {
  readonly text: string
  readonly problem: ValueProblem

  constructor(text: string, problem: ValueProblem) {
    this.text = text
    // Without what writes its holes it can be kept as JSON.
    const { code, ...phrase } = problem
    this.problem = { code, says: { en: sayPhrase(phrase, 'en'), de: sayPhrase(phrase, 'de') } }
  }
}
