// Writes into an input in place of what is selected there, as typing would: at once, and with its undo.

/** Calls the input's own `onChange`. */
export function insertText(element: HTMLInputElement | HTMLTextAreaElement, words: string): void {
  element.focus()
  // Nothing newer lets people undo by Ctrl+Z what a program wrote.
  // oxlint-disable-next-line typescript/no-deprecated
  const isWritten = words === '' ? document.execCommand('delete') : document.execCommand('insertText', false, words)
  if (isWritten) return
  element.setRangeText(words)
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
