// Registers the views of field types by their kind.
import type { FieldType } from '#shared/model/model.ts'
import { choice, choices } from './choice.tsx'
import { color } from './color.tsx'
import { dateAndTime } from './date-and-time.tsx'
import { date } from './date.tsx'
import { decimal } from './decimal.tsx'
import { duration } from './duration.tsx'
import { email } from './email.tsx'
import type { FieldView } from './field-view.ts'
import { file, picture } from './file.tsx'
import { json } from './json.tsx'
import { location } from './location.tsx'
import { longText } from './long-text.tsx'
import { markdown } from './markdown.tsx'
import { number } from './number.tsx'
import { phone } from './phone.tsx'
import { relation } from './relation.tsx'
import { sequence } from './sequence.tsx'
import { slug } from './slug.tsx'
import { textList } from './text-list.tsx'
import { text } from './text.tsx'
import { time } from './time.tsx'
import { url } from './url.tsx'
import { yesNo } from './yes-no.tsx'

export function fieldView(kind: FieldType['kind']): FieldView {
  return VIEWS[kind]
}

const VIEWS: { readonly [Kind in FieldType['kind']]: FieldView } = {
  text,
  'long text': longText,
  markdown,
  integer: number,
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
  files: file,
  image: picture,
  images: picture,
  location,
  json,
  relation,
}
