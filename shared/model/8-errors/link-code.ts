// Links the error codes used in the document and lists the standard ones.
import type { Declarations, Reference } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { bare } from '../../text/written-values.ts'

/** Codes that every application has, with their statuses and messages; point 8 may reword them. */
export const STANDARD_ERRORS: readonly { readonly code: string; readonly status: number; readonly message: string }[] =
  [
    { code: 'not_found', status: 404, message: 'This does not exist, or it is not for you.' },
    { code: 'not_signed_in', status: 401, message: 'Please sign in first.' },
    { code: 'not_allowed', status: 403, message: 'You may not do this.' },
    { code: 'https_needed', status: 403, message: 'Over http your browser can’t stay signed in here.' },
    { code: 'invalid', status: 422, message: 'Some of what was sent is not right.' },
    { code: 'conflict', status: 409, message: 'This can’t be done in the present state.' },
    { code: 'changed_meanwhile', status: 412, message: 'Somebody else has changed this meanwhile.' },
    { code: 'undo_changed', status: 409, message: 'This was changed since, so it can’t be undone.' },
    { code: 'undo_gone', status: 409, message: 'This was deleted since, so it can’t be undone.' },
    { code: 'undo_no_way_back', status: 409, message: 'No transition leads back to the state before.' },
    { code: 'undo_too_large', status: 409, message: 'This is more than can be undone at once.' },
    { code: 'nothing_to_undo', status: 409, message: 'Everything is as it was before already.' },
    { code: 'document_wrong', status: 422, message: 'This document has errors.' },
    { code: 'document_conflict', status: 409, message: 'Data stands against this document.' },
    { code: 'version_needed', status: 428, message: 'Send the version that you saw, as If-Match.' },
    { code: 'too_large', status: 413, message: 'This is too large.' },
    {
      code: 'storage_used_up',
      status: 413,
      message: 'As much is stored here as one person may store. Something has to go for good first.',
    },
    { code: 'too_many', status: 429, message: 'Too many requests. Please wait a moment.' },
    { code: 'unavailable', status: 503, message: 'This is not available at the moment.' },
  ]

/** Is it meant as a code: listed, standard, or written as codes are? */
export function isCode(declarations: Declarations, text: Fragment): boolean {
  const word = wordOf(text)
  return (
    isListed(declarations, word) ||
    STANDARD_ERRORS.some((error) => error.code === word) ||
    /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(word)
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
