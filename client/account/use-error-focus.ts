// Leads the keyboard to the field at fault after a refusal.
import type { RefObject } from 'react'
import { useEffect, useRef } from 'react'

/** Fields of passwords say it in a way of their own; several boxes or buttons may be one field. */
const AT_FAULT =
  ':is(input, textarea)[aria-invalid="true"], input[data-invalid], [aria-invalid="true"] :is(input, textarea, button)'

/**
 * The `ref` of a form. After a click the keyboard would be nowhere: the button that had it can't be used while it works.
 * `suspect`: the name of the field at fault where the refusal names none.
 */
export function useErrorFocus(error: unknown, suspect?: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error === null) return
    const field =
      form.current?.querySelector<HTMLElement>(AT_FAULT) ??
      (suspect === undefined ? null : form.current?.querySelector<HTMLElement>(`[name="${suspect}"]`))
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }, [error, suspect])
  return form
}
