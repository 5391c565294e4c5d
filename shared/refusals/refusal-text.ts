// Declares an entry of the catalogue of refusals, and the holes of its texts.
import type { HoleValue, HolesIn } from '../text/phrase.ts'
import { holesIn } from '../text/phrase.ts'

export interface RefusalText {
  /** Absent where it is about one field: the whole refusal then has a status of its own. */
  readonly status?: number
  /** Code that is sent where several entries share one. */
  readonly code?: string
  /** With holes: "{field} is taken already." */
  readonly message: string
  /** Advice on what can be done, or who can do it. */
  readonly remedy?: string
}

/** A value for each hole of an entry. */
export type RefusalValues<Entry extends RefusalText> = {
  readonly [hole in HolesIn<Entry['message']> | HolesIn<Entry['remedy']>]: HoleValue
}

/** Text of an entry in another language. Its status and code stay. */
export type TranslatedText = Pick<RefusalText, 'message' | 'remedy'>

export function holesOf({ message, remedy = '' }: TranslatedText): readonly string[] {
  return holesIn(`${message} ${remedy}`)
}
