// Presses a part of the page as a shortcut or a command does: a button is clicked, a form is gone into.

/** The choice between writing and looking stands before the text of a form. */
export function pressPart(element: HTMLElement): void {
  const field = element.matches('form')
    ? element.querySelector<HTMLElement>('textarea, input:not([type="radio"])')
    : null
  if (field) field.focus()
  else element.click()
}
