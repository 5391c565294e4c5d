// Moves the focus to the first field of an opening dialog.

/** The `ref` of the form: what is marked is gone to as the dialog opens. */
export function markFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input:not([type="hidden"]), textarea')?.setAttribute('data-autofocus', '')
}
