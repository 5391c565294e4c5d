// Names, among the inputs of a call, whether one of them was sent: `has(input.user.bio)`.

const PREFIX = 'sent '

/** Names the yes or no beside an input; no input can be called so. */
export function sentName(input: string): string {
  return `${PREFIX}${input}`
}

/** Finds the input that such a name is about; undefined for other names. */
export function inputOfSentName(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined
}
