// Names the type of the language that is meant by the word of another notation.

/** Suggestion for a type of another notation: the words to write, or else how to express it. */
export interface MeantType {
  readonly write?: string
  readonly hint: string
  /** Can nothing else have been meant? */
  readonly certain: boolean
}

type TypeReader = (groups: readonly string[], isEntity: (name: string) => boolean) => MeantType | undefined

const SEVERAL: TypeReader = ([, of = ''], isEntity) =>
  isEntity(of)
    ? written(`several ${of}`)
    : /^(?:text|string)s?$/i.test(of)
      ? written('list of text')
      : { hint: 'a list holds texts ("list of text"), or records: "several Tag"', certain: false }

const CHOICE: TypeReader = ([, words = '']) => written(`one of ${words}`)

/** Patterns of whole cells, in which single blanks stand; the first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, TypeReader])[] = [
  [/^(?:list|array|set|collection)\s+of\s+(.+)$/i, SEVERAL],
  [/^(?:many|multiple|list|array)\s+(.+)$/i, SEVERAL],
  [/^(?:list|array|set) ?<([^<>]+)>$/i, SEVERAL],
  [/^(.+?)\s*\[\]$/, SEVERAL],
  [
    /^(?:multi[ -]?select|multiple\s+choice)(?:\s+of|\s*:)?\s+(.+)$/i,
    ([, words = '']) => written(`several of ${words}`),
  ],
  [/^(?:enum|choice|select|option)s? ?\(([^()]+)\)$/i, CHOICE],
  [/^(?:enum|choice|select|option)s?(?:\s+of|\s*:)?\s+([^()]+)$/i, CHOICE],
  [/^(?:enum|choice|select)$/i, () => ({ hint: 'list its words: "one of low, normal, high"', certain: false })],
  [/^(?:currency|euros?|dollars?|price)$/i, () => written('money')],
  [
    /^(?:text|string|varchar|char)\s*\(\s*(\d+)\s*\)$/i,
    ([, most = '']) => ({ hint: `write "text", and "max ${most}" in the column "limits"`, certain: false }),
  ],
  [/^(?:decimal|numeric|number)\s*\(\s*\d+\s*,\s*(\d+)\s*\)$/i, ([, places = '']) => written(`decimal(${places})`)],
  [/^(?:relation|reference|ref|link|foreign\s+key|fk)(?:\s+to|\s+on|\s*:)?\s+(.+)$/i, one],
  [/^(.+?)\s+(?:reference|relation|id)$/i, one],
  [
    /^(?:uuid|guid|id|primary\s+key)$/i,
    () => ({ hint: 'every record has an "id"; a relation is written with the name of its entity', certain: false }),
  ],
  [/^(?:rich\s*text|html)$/i, () => ({ write: 'markdown', hint: 'did you mean "markdown"?', certain: false })],
  [/^attachment$/i, () => written('file')],
  [/^attachments$/i, () => written('files')],
  [/^(?:auto\s*(?:number|increment)|serial|counter)$/i, () => written('sequence')],
  [
    /^(.+?) or (.+)$/i,
    ([, a = '', b = ''], isEntity) =>
      isEntity(a) && isEntity(b)
        ? { hint: `a relation leads to one entity: give "${a}" and "${b}" a field each`, certain: false }
        : undefined,
  ],
]

function one([, of = '']: readonly string[], isEntity: (name: string) => boolean): MeantType | undefined {
  return isEntity(of) ? written(of) : undefined
}

function written(write: string): MeantType {
  return { write, hint: `write "${write}"`, certain: true }
}

export function meantType(text: string, isEntity: (name: string) => boolean): MeantType | undefined {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  for (const [pattern, meaning] of MEANINGS) {
    const groups = pattern.exec(plain)?.map((group) => group?.trim())
    const meant = groups && meaning(groups, isEntity)
    if (meant) return meant
  }
  return undefined
}
