// Reads grantees: roles, `everyone`, `anyone`, `nobody`, conditions in code.
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitList } from '../../text/split.ts'
import { isNone, readCode } from '../../text/written-values.ts'
import type { GranteeDeclaration } from './declarations.ts'

/** Any one of them suffices. An empty cell gives an empty list. */
export function readGrantees(text: Fragment): GranteeDeclaration[] {
  return splitList(text).map(readOne)
}

function readOne(text: Fragment): GranteeDeclaration {
  const fourEyes = matchParts(text, /^(.+?)\s+and\s+not\s+the\s+one\s+who\s+did\s+(.+)$/is)
  if (fourEyes?.[1] && fourEyes[2])
    return { kind: 'notTheOneWhoDid', who: readOne(fourEyes[1]), transition: fourEyes[2] }
  const condition = readCode(text)
  if (condition) return { kind: 'condition', condition }
  const word = isNone(text.value)
    ? 'nobody'
    : (['everyone', 'anyone', 'nobody'] as const).find((one) => one === text.value.toLowerCase())
  return word ? { kind: 'word', word, span: spanOf(text) } : { kind: 'role', role: text }
}
