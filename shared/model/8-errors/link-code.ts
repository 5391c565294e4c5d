// Links the error codes used in the document.
import type { Declarations, Reference } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { standardRefusal } from '../../refusals/catalogue.ts'
import { bare } from '../../text/written-values.ts'

/** Is it meant as a code: listed, standard, or written as codes are? */
export function isCode(declarations: Declarations, text: Fragment): boolean {
  const word = wordOf(text)
  return (
    /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(word) || standardRefusal(word) !== undefined || isListed(declarations, word)
  )
}

/** The code as written; one that is not listed is the business of the checks. */
export function linkCode(reference: Reference): string {
  return wordOf(reference)
}

function isListed({ errors }: Declarations, word: string): boolean {
  return isShown(errors) && errors.errors.some((error) => error.code === word)
}

function wordOf(text: Fragment): string {
  return bare(text).value.trim()
}
