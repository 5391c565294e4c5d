// Makes a label for people of a written name.

/** "due_at" → "Due at", "Due date" stays: identifiers lose their underscores, all begin with a capital. */
export function labelFor(written: string): string {
  const words = written.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
