// Moves the focus to the first field of a form.

/** The `ref` of the form: what is marked is gone to as the dialog opens. */
export function markFirstField(form: HTMLFormElement | null): void {
  form?.querySelector(FIELD)?.setAttribute('data-autofocus', '')
}

/** The `ref` of a form that takes another one's place: the keyboard goes on there. */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>(FIELD)?.focus()
}

const FIELD = 'input:not([type="hidden"]), textarea'
