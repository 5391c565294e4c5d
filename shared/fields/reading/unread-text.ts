// Holds a text that a field can’t read in the place of its value, so that nothing of it is lost.
import { sayPhrase } from '../../text/phrase.ts'
import type { ValueProblem } from '../field-type.ts'

/** A member that no value of a field has. */
const MARK = '\u0000unread'

/**
 * Text that is neither empty nor a value; `coerceValue` refuses it with its problem. Only clients hold one, and no
 * API accepts it.
 */
export class UnreadText {
  readonly text: string
  readonly problem: ValueProblem
  /** Other texts in a field of several values that could be read. */
  readonly beside: readonly string[]

  constructor(text: string, problem: ValueProblem, beside: readonly string[] = []) {
    this.text = text
    this.beside = beside
    // Without what writes its holes it can be kept as JSON.
    const { code, ...phrase } = problem
    this.problem = { code, says: { en: sayPhrase(phrase, 'en'), de: sayPhrase(phrase, 'de') } }
  }

  toJSON(): unknown {
    return { [MARK]: this.text, problem: this.problem, beside: this.beside }
  }

  /** Reads what `toJSON` gave; undefined: it is something else. */
  static restore(json: unknown): UnreadText | undefined {
    if (typeof json !== 'object' || json === null || !(MARK in json) || !('problem' in json)) return undefined
    const beside = 'beside' in json && Array.isArray(json.beside) ? json.beside.map(String) : []
    return new UnreadText(String(json[MARK]), json.problem as ValueProblem, beside)
  }
}
