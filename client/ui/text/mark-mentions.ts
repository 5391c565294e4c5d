// Finds mentions in a text that is shown: "@Ada King", where Ada King is one of the names.

/** Splits a text so that each second part is a mention: ["Thanks, ", "@Ada", "!"]. */
export function splitMentions(text: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [text]
  const any = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(?<![\\p{L}\\p{N}_.@])(@(?:${any}))(?![\\p{L}\\p{N}])`, 'u'))
}

/** Marks mentions in HTML, except within code and links. */
export function markMentions(html: string, names: readonly string[], className: string): string {
  if (names.length === 0) return html
  const escaped = names.map((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  let closed = 0
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<(code|pre|a)\b/.test(part)) closed += 1
      else if (/^<\/(code|pre|a)>/.test(part)) closed -= 1
      if (part.startsWith('<') || closed > 0) return part
      return splitMentions(part, escaped)
        .map((each, at) => (at % 2 === 1 ? `<span class="${className}">${each}</span>` : each))
        .join('')
    })
    .join('')
}
