// Finds and removes characters that show nothing: a text of them is empty, and keys are the same without.

/** Shows nothing by itself, whatever stands around it: joiners, fillers, marks of direction, the blank of Braille. */
const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB`
const SHOWN = new RegExp(String.raw`[^\s${INVISIBLE}]`, 'u')
const ANY_INVISIBLE = new RegExp(`[${INVISIBLE}]`, 'u')

/** Chooses the form of the character before it (an emoji, an ideograph), or joins it to the next one: at an end it stays. */
const FORMS = String.raw`\u200C\u200D\u034F\u180B-\u180D\u180F\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}`
const AT_START = new RegExp(String.raw`^[\s${INVISIBLE}]+`, 'u')
const AT_END = new RegExp(String.raw`^(?![${FORMS}])[\s${INVISIBLE}]$`, 'u')
const BLANK_OR_INVISIBLE = new RegExp(String.raw`[\s${INVISIBLE}]`, 'u')

/** Turns the direction of what follows until its end: embeddings, overrides and isolates. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/
const TURNING_ON = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/
const TURNING_OFF = /[\u202C\u2069]/

/** Letters and digits that have one form only: what would choose another one, or join them, does nothing there. */
const OF_ONE_FORM = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}\p{P}\s]`
const WITHOUT_EFFECT = new RegExp(
  String.raw`(?![${FORMS}])[${INVISIBLE}]|(?<=^|${OF_ONE_FORM})[${FORMS}]+(?!\u20E3)`,
  'gu',
)

/** Is there nothing to be seen? */
export function isBlank(text: string): boolean {
  return !SHOWN.test(text)
}

export function hasInvisible(text: string): boolean {
  return ANY_INVISIBLE.test(text)
}

/** Does it turn the direction of writing, so that what is read is not what is written? */
export function turnsDirection(text: string): boolean {
  return TURNING.test(text)
}

/** Takes blanks, and what shows nothing, from the ends of a text. A mark that ends a direction stays where one began within the text. */
export function trimText(text: string): string {
  if (!BLANK_OR_INVISIBLE.test(text.charAt(0)) && !BLANK_OR_INVISIBLE.test(text.slice(-2))) return text
  const begun = text.replace(AT_START, '')
  const bare = trimEnd(begun, () => true)
  return TURNING_ON.test(bare) ? trimEnd(begun, (last) => !TURNING_OFF.test(last)) : bare
}

function trimEnd(text: string, isTaken: (last: string) => boolean): string {
  let end = text.length
  while (end > 0) {
    const last = lastCharacter(text, end)
    if (!AT_END.test(last) || !isTaken(last)) break
    end -= last.length
  }
  return text.slice(0, end)
}

function lastCharacter(text: string, end: number): string {
  const isPair = /[\uDC00-\uDFFF]/.test(text.charAt(end - 1))
  return text.slice(isPair ? end - 2 : end - 1, end)
}

/** Removes all characters that show nothing and change nothing around them, as keys require. */
export function removeInvisible(text: string): string {
  return hasInvisible(text) ? text.replaceAll(WITHOUT_EFFECT, '') : text
}
