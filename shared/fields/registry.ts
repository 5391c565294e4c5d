// Registers the field types by their kind.
import { choice, choices } from './choice.ts'
import { color } from './color.ts'
import { dateAndTime } from './date-and-time.ts'
import { date } from './date.ts'
import { decimal } from './decimal.ts'
import { duration } from './duration.ts'
import { email } from './email.ts'
import type { FieldKind, FieldTypeDefinition } from './field-type.ts'
import { file, files } from './file.ts'
import { json } from './json.ts'
import { location } from './location.ts'
import { integer, number } from './number.ts'
import { phone } from './phone.ts'
import { relation } from './relation.ts'
import { sequence } from './sequence.ts'
import { slug } from './slug.ts'
import { textList } from './text-list.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { url } from './url.ts'
import { yesNo } from './yes-no.ts'

export function fieldType(kind: FieldKind): FieldTypeDefinition {
  return TYPES[kind]
}

const TYPES: { readonly [Kind in FieldKind]: FieldTypeDefinition } = {
  text,
  'long text': text,
  markdown: text,
  integer,
  number,
  decimal,
  money: decimal,
  percent: decimal,
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
  image: file,
  images: files,
  location,
  json,
  relation,
}
