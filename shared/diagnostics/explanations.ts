// Reads `messages.md`, which explains each code with a bad example and its remedy.

export interface Explanation {
  readonly code: string
  readonly means: string
  /** Absent where an example would be far too long to read. */
  readonly example?: {
    /** `expression`, points ("3", "5 9"), or '' for a whole document. */
    readonly place: string
    readonly text: string
  }
  readonly remedy: string
}

/** Reads the explanations by code, in the order of the page. */
export function readExplanations(page: string): ReadonlyMap<string, Explanation> {
  const found = new Map<string, Explanation>()
  let code = ''
  let before: string[] = []
  let after: string[] = []
  let example: { place: string; lines: string[]; isOpen: boolean } | undefined
  const finish = (): void => {
    const [first = '', ...rest] = before.join('\n').trim().split('\n\n')
    const remedy = example ? after.join('\n').trim() : rest.join('\n\n')
    const shown = example ? { example: { place: example.place, text: example.lines.join('\n') } } : {}
    if (code !== '') found.set(code, { code, means: first, ...shown, remedy })
    code = ''
    before = []
    after = []
    example = undefined
  }
  for (const line of page.split('\n')) {
    const fence = /^```(\w*) ?([\d ]*)$/.exec(line)
    if (fence && !example)
      example = { place: fence[1] === 'expression' ? 'expression' : (fence[2] ?? ''), lines: [], isOpen: true }
    else if (fence && example) example.isOpen = false
    else if (example?.isOpen) example.lines.push(line)
    else if (/^##? /.test(line)) finish()
    else if (line.startsWith('### ')) {
      finish()
      code = line.slice(4)
    } else (example ? after : before).push(line)
  }
  finish()
  return found
}

/** Formats an explanation for a terminal. */
export function printExplanation({ code, means, example, remedy }: Explanation, severity: string): string {
  const shown =
    example === undefined || example.text === ''
      ? []
      : [
          example.place === 'expression' ? 'For example, as a condition:' : 'For example:',
          example.text.replaceAll(/^(?=.)/gm, '    '),
        ]
  return [`${code} (${severity})`, means, ...shown, `Remedy: ${remedy}`].join('\n\n')
}
