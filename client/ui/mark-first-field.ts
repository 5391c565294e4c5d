// Where the keyboard is when a dialog opens: in the first field of its form rather than on the button that closes it.

/** The `ref` of the form: what is marked is gone to as the dialog opens. */
export function markFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input:not([type="hidden"]), textarea')?.setAttribute('data-autofocus', '')
}
