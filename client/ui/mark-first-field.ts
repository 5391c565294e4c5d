// Moves the focus to the first field of a form.

/** The `ref` of the form: the keyboard goes to what is marked, as the dialog or the page opens. */
export function markFirstField(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(FIELD)
  field?.setAttribute('data-autofocus', '')
  // The form came later than its page or its dialog, at whose start the keyboard waits.
  const { activeElement } = document
  const dialog = form?.closest('[role="dialog"]')
  const isAtDialog = dialog?.contains(activeElement) === true && !form?.contains(activeElement)
  if (activeElement?.id === 'main' || isAtDialog) field?.focus({ preventScroll: true })
}

/** The `ref` of a form that takes another one's place: the keyboard goes on there. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>(FIELD)?.focus()
}

/** The `ref` of the first page that somebody comes to: the keyboard begins at its field, where it is nowhere else yet. */
export function beginAtFirstField(place: HTMLElement | null): void {
  const field = place?.querySelector<HTMLElement>(FIELD)
  field?.setAttribute('data-autofocus', '')
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.id === 'main') field?.focus({ preventScroll: true })
}

const FIELD = 'input:not([type="hidden"]), textarea'
