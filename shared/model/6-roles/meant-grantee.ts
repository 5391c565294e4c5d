// Names what is meant by words of a column "who" that name no role: people by a field, two roles, four eyes.
import type { Environment } from '../../expressions/schema.ts'
import type { Fragment } from '../../text/fragment.ts'
import type { LinkContext } from '../link-context.ts'
import { findName } from '../link-context.ts'

export interface MeantGrantee {
  readonly hint: string
  readonly write?: string
  readonly certain: boolean
}

/** Undefined for a role that there is, and where nothing follows from the words. */
export function meantGrantee(context: LinkContext, who: Fragment, environment: Environment): MeantGrantee | undefined {
  const value = who.value.replaceAll(/\s+/g, ' ')
  const roles = [...context.outline.roles.values()].map(({ name }) => name)
  const roleOf = (text: string): string | undefined => {
    const found = findName({ value: text.trim(), start: who.start, gaps: [] }, roles, 'entity')
    return roles.find(({ identifier }) => identifier === found)?.label
  }
  if (roleOf(value) !== undefined) return undefined
  if (/^(?:.+\s)?not\s+the\s+one\s+who\s+did$/i.test(value))
    return { hint: 'name what they did: "not the one who did submit"', certain: false }
  const [, other, done] = /^(.+?) ?(?:, ?)?\bbut not the one who did (.+)$/i.exec(value) ?? []
  if (other !== undefined && done !== undefined) return written(`${other} and not the one who did ${done}`)
  const [, first = '', word = '', second = ''] = /^(.+?) (or|and|except|but not|without) (.+)$/i.exec(value) ?? []
  const [a, b] = [roleOf(first), roleOf(second)]
  if (a !== undefined && b !== undefined) return ofTwo(a, word.toLowerCase(), b)
  const [, not, path = ''] = /^(not\s+)?(?:the\s+|its\s+)?([A-Za-z][\w .]*)$/i.exec(value) ?? []
  return ofPeople(context, path.replaceAll(' ', '_'), not !== undefined, who, environment)
}

function ofTwo(a: string, word: string, b: string): MeantGrantee {
  if (word === 'or') return written(`${a}, ${b}`)
  return written(`${a} and \`${word === 'and' ? '' : 'not '}me.is("${b}")\``)
}

/** A person, or several, by a field of the record: "requester". */
function ofPeople(
  context: LinkContext,
  path: string,
  isOthers: boolean,
  { start }: Fragment,
  environment: Environment,
): MeantGrantee | undefined {
  const type =
    path === ''
      ? undefined
      : context.readingInSilence({ value: path, start, gaps: [] }, environment)?.expression.tree.type
  const isPerson = (each: typeof type): boolean => each?.kind === 'record' && each.entity === 'Person'
  if (isPerson(type)) return written(`\`${path} ${isOthers ? '!=' : '=='} me\``)
  const isPeople = (type?.kind === 'set' || type?.kind === 'list') && isPerson(type.of)
  return isPeople ? written(`\`${isOthers ? 'not ' : ''}(me in ${path})\``.replace(/^`\((.*)\)`$/, '`$1`')) : undefined
}

function written(write: string): MeantGrantee {
  return { hint: `write ${write}`, write, certain: true }
}
