// Writes an example: somebody creates a record, and sees it.
import { wordsOf } from '../../fields/choice.ts'
import { familyOf } from '../../fields/registry.ts'
import { linkSettings } from '../../model/9-constants/link.ts'
import type { EntityOutline, FieldOutline } from '../../model/outline.ts'
import type { InLanguages } from '../../text/language.ts'
import { languageOf } from '../../text/language.ts'
import type { DocumentOutline } from '../outline.ts'
import { isOwn, reference } from './known-parts.ts'
import { blank, nameText } from './markdown.ts'
import type { WantedPart } from './wanted.ts'

type WantedExample = Extract<WantedPart, { readonly kind: 'example' }>

export function writeExample(known: DocumentOutline, { title, entity, role }: WantedExample): string {
  const found = known.outline.entities.get(entity)
  const who = role === '' ? 'Administrator' : role
  return [
    `### Example: ${blank(nameText(title))}\n`,
    `1. as ${/^[aeiou]/i.test(who) ? 'an' : 'a'} ${who}`,
    `2. let made = create ${found === undefined ? entity : newRecordText(found, known)}`,
    '3. sees made',
  ].join('\n')
}

/** Writes what stands behind `create`: the entity, and the values that its records need. Words to replace are marked. */
export function newRecordText({ name, fields }: EntityOutline, { declarations }: DocumentOutline): string {
  const text = SOME_TEXT[languageOf(linkSettings(declarations, () => {}).language)]
  const values = [...fields.values()].flatMap((field) => valueFor(field, text))
  return values.length === 0 ? reference(name) : `${reference(name)} { ${values.join(', ')} }`
}

/** Values that a new record needs, and nothing gives by itself. A relation is for its author: it needs another record. */
function valueFor(field: FieldOutline, text: string): readonly string[] {
  const { declaration, computed, workflow, type, name } = field
  if (!isOwn(field) || computed || workflow || declaration?.required !== true || declaration.default !== undefined)
    return []
  if (type.kind === 'relation') return type.entity === 'Person' && !type.many ? [`${name.identifier}: me`] : []
  const family = familyOf(type)
  const word = family === 'word' ? (wordsOf(type)[0]?.word ?? '') : text
  const value = family === 'word' || family === 'text' ? `"${word}"` : VALUES[family]
  return value === undefined ? [] : [`${name.identifier}: ${quoteBlank(value)}`]
}

function quoteBlank(value: string): string {
  const [, inner] = /^"(.*)"$/.exec(value) ?? []
  return inner === undefined ? blank(value) : `"${blank(inner)}"`
}

const VALUES: { readonly [family: string]: string } = {
  number: '1',
  flag: 'true',
  day: 'today',
}

const SOME_TEXT: InLanguages = { en: 'Some text', de: 'Ein Text' }
