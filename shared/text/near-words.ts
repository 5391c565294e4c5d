// Lists the words that are one letter away from a word, so that a search forgives a typing error.
//
// They are made from the word itself, not looked up among the words of records: what is found depends on nothing that the reader may not see.

/** Characters of a word at least. A shorter word is too often one letter away from another one. */
const SHORTEST = 4
const LONGEST = 20
/** A shorter beginning would begin too many words. */
const SHORTEST_WITHOUT_LETTER = 4

/** Letters that are kept apart from `a` to `z` when a word is folded. */
const LATIN = 'abcdefghijklmnopqrstuvwxyzßæœøłđðþı'
/** Letters stand in the table of characters beside those of their script. */
const BLOCK = 128

/** Lists the words with one letter too many, missing or wrong, or two that changed places, and the word itself. Undefined: no slip in such a word is forgiven. */
export function nearWords(word: string): readonly string[] | undefined {
  const letters = [...word]
  if (letters.length < SHORTEST || letters.length > LONGEST || !letters.every(isLetter)) return undefined
  const alphabet = alphabetOf(letters)
  const near = new Set([word])
  for (let at = 0; at <= letters.length; at += 1) {
    const [before, here, after] = [letters.slice(0, at).join(''), letters[at], letters.slice(at + 1).join('')]
    for (const letter of alphabet) near.add(before + letter + (here ?? '') + after)
    if (here === undefined) continue
    for (const letter of alphabet) near.add(before + letter + after)
    if (letters.length > SHORTEST_WITHOUT_LETTER) near.add(before + after)
    const next = letters[at + 1]
    if (next !== undefined) near.add(before + next + here + letters.slice(at + 2).join(''))
  }
  return [...near]
}

/** Numbers are known exactly: another one is another record. */
function isLetter(character: string): boolean {
  return /^\p{L}$/u.test(character)
}

function alphabetOf(letters: readonly string[]): ReadonlySet<string> {
  const blocks = new Set(letters.map((letter) => Math.floor((letter.codePointAt(0) ?? 0) / BLOCK)))
  return new Set([...blocks].flatMap((block) => (block < 3 ? [...LATIN] : lettersOf(block))))
}

function lettersOf(block: number): readonly string[] {
  const characters = Array.from({ length: BLOCK }, (_, at) => String.fromCodePoint(block * BLOCK + at))
  return characters.filter((character) => isLetter(character) && character === character.toLowerCase())
}
