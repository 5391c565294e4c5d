// Finds web addresses in a plain text: "see https://example.com/help."

const ADDRESS = /(?<![\p{L}\p{N}])(https?:\/\/[\p{L}\p{N}[][^\s<>"“”„«»]*)/iu
/** Marks that end a sentence, not an address: as in GitHub Flavored Markdown, section "Autolinks". */
const TRAILING = /[?!.,:;*_~'’]/

/** Splits a text so that each second part is an address: ["see ", "https://example.com/help", "."]. */
export function splitAddresses(text: string): readonly string[] {
  const parts = text.split(ADDRESS)
  return parts.flatMap((part, at) => {
    // What stands behind an address went on with it.
    if (at % 2 === 0) return at === 0 ? [part] : []
    const address = trimAddress(part)
    return [address, part.slice(address.length) + (parts[at + 1] ?? '')]
  })
}

/** A bracket that closes belongs to it where it was opened in it. */
function trimAddress(address: string): string {
  let unopened = countOf(address, ')') - countOf(address, '(')
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    if (TRAILING.test(last)) continue
    if (last !== ')' || unopened <= 0) break
    unopened -= 1
  }
  return address.slice(0, end)
}

function countOf(text: string, letter: string): number {
  return text.split(letter).length - 1
}
