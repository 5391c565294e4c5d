// Scans a text, stepping over quotes, backticks, parentheses, braces and brackets.

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
])

/**
 * The index after whatever begins at `index`: after the closing mark if a quote, code or bracket opens there, else the next
 * character. A quote or backtick that is never closed counts as a plain character; an open bracket takes all the rest.
 */
export function step(text: string, index: number): number {
  const character = text[index] ?? ''
  if (character === '`') return stepCode(text, index)
  if (character === "'") return opensSingleQuote(text, index) ? stepQuote(text, index, "'") : index + 1
  const closing = QUOTES.get(character)
  if (closing !== undefined) return stepQuote(text, index, closing)
  return CLOSING.has(character) ? stepBrackets(text, index) : index + 1
}

/** The first index at or after `from`, outside quotes, code and brackets, at which the pattern (without flags of place) matches; -1 if none. */
export function findOutside(text: string, pattern: RegExp, from = 0): number {
  if (!pattern.test(text)) return -1
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`)
  for (let index = from; index < text.length; index = step(text, index)) {
    sticky.lastIndex = index
    if (sticky.test(text)) return index
  }
  return -1
}

function stepCode(text: string, index: number): number {
  let end = index
  while (text[end] === '`') end++
  const fence = text.slice(index, end)
  for (let at = text.indexOf(fence, end); at >= 0;) {
    let after = at
    while (text[after] === '`') after++
    if (after - at === fence.length) return after
    at = text.indexOf(fence, after)
  }
  return end
}

function stepQuote(text: string, index: number, closing: string): number {
  for (let at = index + 1; at < text.length; at = stepInQuotes(text, at)) if (text[at] === closing) return at + 1
  return index + 1
}

/**
 * The index after the character of a quoted text, an escaped one, or a hole, which may have quotes of its own:
 * `"{lines.filter(l, l.state == "open").count()} left"`.
 */
export function stepInQuotes(text: string, index: number): number {
  if (text[index] === '\\') return index + 2
  if (text[index] !== '{' || !/[\w(]/.test(text[index + 1] ?? '')) return index + 1
  const end = stepBrackets(text, index)
  return text[end - 1] === '}' ? end : index + 1
}

/** An apostrophe inside a word ("customer's") is none. */
function opensSingleQuote(text: string, index: number): boolean {
  return index === 0 || /[\s([{,:;=<>+!?]/.test(text[index - 1] ?? '')
}

// Brackets keep their own stack: recursion would make deep nesting overflow.
function stepBrackets(text: string, index: number): number {
  const open: string[] = []
  for (let at = index; at < text.length;) {
    const character = text[at] ?? ''
    const closing = CLOSING.get(character)
    if (closing !== undefined) {
      open.push(closing)
      at++
    } else if (character === open.at(-1)) {
      open.pop()
      at++
      if (open.length === 0) return at
    } else at = step(text, at)
  }
  return text.length
}
