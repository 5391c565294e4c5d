// Registers the field types by their kind.
import { choice, choices } from './choice.ts'
import { color } from './color.ts'
import { dateAndTime } from './date-and-time.ts'
import { date } from './date.ts'
import { decimal, money, percent } from './decimal.ts'
import { duration } from './duration.ts'
import { email } from './email.ts'
import type { FieldFamily } from './field-abilities.ts'
import type { FieldKind, FieldType, FieldTypeDefinition } from './field-type.ts'
import { file, files, image, images } from './file.ts'
import { json } from './json.ts'
import { location } from './location.ts'
import { integer, number } from './number.ts'
import { phone } from './phone.ts'
import { relation } from './relation.ts'
import { sequence } from './sequence.ts'
import { slug } from './slug.ts'
import { textList } from './text-list.ts'
import { longText, markdown, text } from './text.ts'
import { time } from './time.ts'
import { url } from './url.ts'
import { yesNo } from './yes-no.ts'

export function fieldType(kind: FieldKind): FieldTypeDefinition {
  return TYPES[kind]
}

export function familyOf(type: FieldType): FieldFamily {
  const { family } = TYPES[type.kind]
  return typeof family === 'function' ? family(type) : family
}

/** Has it an order by which a key of the database can hold it? */
export function hasOrder(type: FieldType): boolean {
  return TYPES[type.kind].ordered === true && !(type.kind === 'relation' && type.many)
}

/** Does it stand in the heading of a record: its name or its number? */
export function isHeading(kind: FieldKind): boolean {
  const { naming } = TYPES[kind]
  return naming === 'name' || naming === 'number'
}

/** Does a value name one record, though the document does not call it unique? */
export function isUniqueByItself(type: FieldType): boolean {
  return TYPES[type.kind].unique?.(type).per.length === 0
}

const TYPES: { readonly [Kind in FieldKind]: FieldTypeDefinition } = {
  text,
  'long text': longText,
  markdown,
  integer,
  number,
  decimal,
  money,
  percent,
  'yes/no': yesNo,
  date,
  time,
  'date and time': dateAndTime,
  duration,
  email,
  url,
  phone,
  color,
  slug,
  'one of': choice,
  'several of': choices,
  'list of text': textList,
  sequence,
  file,
  files,
  image,
  images,
  location,
  json,
  relation,
}
