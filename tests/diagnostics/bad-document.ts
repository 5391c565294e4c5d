// Builds a bad document: a fragment holds only what is wrong, a base document all the rest.
import { readFileSync } from 'node:fs'

const read = (url: URL): string => readFileSync(url, 'utf8')
const DESK = read(new URL('desk.md', import.meta.url))

/** The rest of a fragment that begins with this says nothing of the other points. */
export const NOTHING_ELSE = '<!-- Nothing else is shown. -->\n\n'

const NUMBER_OF_POINTS = 9

/** Stands for what the base has there. */
export const AS_BEFORE = '…'

export function readBadDocument(url: URL): string {
  return buildBadDocument(read(url))
}

/**
 * A fragment is the points that differ from the base, or a whole document: with its title, or with all nine points. In a point `…` stands for the
 * parts (`### Ticket`) of the base that the fragment does not name; in a part for the rows that it does not give anew.
 */
export function buildBadDocument(fragment: string): string {
  const isBare = fragment.startsWith(NOTHING_ELSE)
  const points = splitAt(/^(?=## \d\. )/m, isBare ? fragment.slice(NOTHING_ELSE.length) : fragment)
  if (points.length === NUMBER_OF_POINTS || !points.every((point) => /^## \d\. /.test(point))) return fragment
  const given = new Map(points.map((point) => [titleOf(point), point]))
  const [title = '', ...rest] = splitAt(/^(?=## \d\. )/m, DESK)
  const built = rest.map((before) => {
    const after = given.get(titleOf(before))
    if (after !== undefined) return mergePoint(before, after)
    return isBare ? `${titleOf(before)}\n\nnot shown.\n\n` : before
  })
  return `${[title, ...built].join('').trimEnd()}\n`
}

function mergePoint(before: string, after: string): string {
  const theirs = splitAt(/^(?=### )/m, before).slice(1)
  const own = splitAt(/^(?=### )/m, after)
  const named = own.map(titleOf)
  const others = theirs.filter((part) => !named.includes(titleOf(part)))
  const merged = own.map((part) => {
    const base = theirs.find((each) => titleOf(each) === titleOf(part))
    if (base !== undefined) return mergeRows(base, part)
    return part.replace(/^…\n+/m, () => others.map((each) => `${each.trimEnd()}\n\n`).join(''))
  })
  return merged.map((part) => `${part.trimEnd()}\n\n`).join('')
}

/** Rows are known by their first cell. */
function mergeRows(before: string, after: string): string {
  const lines = after.split('\n')
  const at = lines.indexOf(AS_BEFORE)
  if (at < 0) return after
  const body = before.trimEnd().split('\n').slice(2)
  const rest = lines.slice(at + 1)
  const isNew = (line: string) => !body.some((each) => firstCell(each) !== '' && firstCell(each) === firstCell(line))
  const merged = body.map((line) => rest.find((each) => firstCell(line) !== '' && firstCell(each) === firstCell(line)) ?? line)
  return [...lines.slice(0, at), ...merged, ...rest.filter(isNew)].join('\n')
}

function firstCell(line: string): string {
  return /^\| ([^|]*) \|/.exec(line)?.[1] ?? ''
}

function splitAt(pattern: RegExp, text: string): readonly string[] {
  return text.split(pattern)
}

function titleOf(part: string): string {
  return part.split('\n')[0] ?? ''
}
