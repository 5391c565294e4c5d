// Where the keyboard is when a dialog opens: in the first field of its form rather than on the button that closes it.
import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'

/** For the form; the dialog goes to what is marked as it opens. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    form.current?.querySelector('input:not([type="hidden"]), textarea')?.setAttribute('data-autofocus', '')
  }, [])
  return form
}
