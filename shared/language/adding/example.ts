// Writes an example: somebody creates a record, and sees it.
import { wordsOf } from '../../fields/choice.ts'
import type { FieldOutline } from '../../model/outline.ts'
import type { DocumentOutline } from '../outline.ts'
import { isOwn, reference } from './known-parts.ts'
import { blank, nameText } from './markdown.ts'
import type { Wanted } from './wanted.ts'

type WantedExample = Extract<Wanted, { readonly kind: 'example' }>

export function writeExample({ outline }: DocumentOutline, { title, entity, role }: WantedExample): string {
  const found = outline.entities.get(entity)
  const values = [...(found?.fields.values() ?? [])].flatMap(valueFor)
  const braces = values.length === 0 ? '' : ` { ${values.join(', ')} }`
  const who = role === '' ? 'Administrator' : role
  return [
    `### Example: ${blank(nameText(title))}\n`,
    `1. as ${/^[aeiou]/i.test(who) ? 'an' : 'a'} ${who}`,
    `2. let made = create ${found === undefined ? entity : reference(found.name)}${braces}`,
    '3. sees made',
  ].join('\n')
}

/** What a new record needs, and nothing gives by itself. A relation is for its author: it needs another record. */
function valueFor(field: FieldOutline): readonly string[] {
  const { declaration, computed, workflow, type, name } = field
  if (!isOwn(field) || computed || workflow || declaration?.required !== true || declaration.default !== undefined)
    return []
  const value = VALUES[type.kind] ?? (type.kind === 'one of' ? `"${wordsOf(type)[0]?.word ?? ''}"` : undefined)
  const own = type.kind === 'relation' && type.entity === 'Person' && !type.many ? 'me' : value
  return own === undefined ? [] : [`${name.identifier}: ${own === 'me' ? own : quoteBlank(own)}`]
}

function quoteBlank(value: string): string {
  const [, inner] = /^"(.*)"$/.exec(value) ?? []
  return inner === undefined ? blank(value) : `"${blank(inner)}"`
}

const VALUES: { readonly [kind: string]: string } = {
  text: '"Some text"',
  'long text': '"Some text"',
  markdown: '"Some text"',
  integer: '1',
  number: '1',
  decimal: '1',
  money: '1',
  'yes/no': 'true',
  date: 'today',
  'date and time': 'now',
  email: '"ann@example.com"',
  url: '"https://example.com"',
}
