// Reads grantees: roles, `everyone`, `anyone`, `nobody`, conditions in code.
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { isNone, readCode } from '../../text/written-values.ts'
import type { GranteeDeclaration } from './declarations.ts'

/** Any one of them suffices. An empty cell gives an empty list. */
export function readGrantees(text: Fragment): GranteeDeclaration[] {
  return splitFragment(text).map(readOne)
}

/** All that `and` joins has to be so: ``Approver and `amount < 100` and not the one who did submit``. */
function readOne(text: Fragment): GranteeDeclaration {
  const parts = splitAnd(text)
  const roles = parts.filter((part) => !readCode(part) && !FOUR_EYES.test(part.value))
  // Two roles at once have no words of their own: the whole is then the name of no role.
  if (roles.length > 1) return readRole(text)
  const base = roles[0] ?? parts.find((part) => readCode(part))
  const start: GranteeDeclaration = base ? readRole(base) : { kind: 'word', word: 'everyone', span: spanOf(text) }
  return parts.reduce<GranteeDeclaration>((who, part) => {
    const transition = matchParts(part, FOUR_EYES)?.[1]
    if (transition) return { kind: 'notTheOneWhoDid', who, transition }
    const condition = part === base ? undefined : readCode(part)
    return condition ? { kind: 'provided', who, condition } : who
  }, start)
}

const FOUR_EYES = /^not\s+the\s+one\s+who\s+did\s+(.+)$/dis
/** A role's name may hold the word: "Search and rescue". */
const AND = /\s+and\s+(?=`|not\s+the\s+one\s+who\s+did\s)|(?<=`)\s+and\s+/i

function splitAnd(text: Fragment): Fragment[] {
  const parts = splitAt(text, AND)
  return parts ? [parts.before, ...splitAnd(parts.after)] : [text]
}

function readRole(text: Fragment): GranteeDeclaration {
  const condition = readCode(text)
  if (condition) return { kind: 'condition', condition }
  const word = isNone(text.value)
    ? 'nobody'
    : (['everyone', 'anyone', 'nobody'] as const).find((one) => one === text.value.toLowerCase())
  return word ? { kind: 'word', word, span: spanOf(text) } : { kind: 'role', role: text }
}
