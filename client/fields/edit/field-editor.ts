// Registers the editors of field types by their kind, apart from their views: lists are there before them.
import type { ComponentType } from 'react'
import type { FieldType } from '#shared/model/model.ts'
import type { EditProps } from '../field-view.ts'
import { EditChoice, EditChoices } from './edit-choice.tsx'
import { EditColor } from './edit-color.tsx'
import { EditDate } from './date/edit-date.tsx'
import { EditDuration } from './edit-duration.tsx'
import { EditFiles } from './files/edit-files.tsx'
import { EditJson } from './edit-json.tsx'
import { EditList } from './edit-list.tsx'
import { EditLocation } from './edit-location.tsx'
import { EditLongText } from './edit-long-text.tsx'
import { EditMarkdown } from './edit-markdown.tsx'
import { EditTime } from './date/edit-time.tsx'
import { EditMoment } from './date/edit-moment.tsx'
import { EditNumber } from './edit-number.tsx'
import { EditRelation } from './edit-relation.tsx'
import { EditSlug } from './edit-slug.tsx'
import { EditEmail, EditPhone, EditText, EditUrl } from './edit-text.tsx'
import { EditYesNo } from './edit-yes-no.tsx'

type Editor = ComponentType<EditProps>

/** Without one for those whose view is closed. `showsText`: it shows a text that its field can't read, too. */
export function fieldEditor(kind: FieldType['kind']): {
  readonly Edit: Editor | undefined
  readonly showsText: boolean
} {
  const Edit = EDITORS[kind]
  return { Edit, showsText: Edit !== undefined && !WITHOUT_TEXT.has(Edit) }
}

const WITHOUT_TEXT: ReadonlySet<Editor> = new Set([EditYesNo, EditChoices, EditList, EditFiles])

const EDITORS: { readonly [Kind in FieldType['kind']]: Editor | undefined } = {
  text: EditText,
  'long text': EditLongText,
  markdown: EditMarkdown,
  integer: EditNumber,
  number: EditNumber,
  decimal: EditNumber,
  money: EditNumber,
  percent: EditNumber,
  'yes/no': EditYesNo,
  date: EditDate,
  time: EditTime,
  'date and time': EditMoment,
  duration: EditDuration,
  email: EditEmail,
  url: EditUrl,
  phone: EditPhone,
  color: EditColor,
  slug: EditSlug,
  'one of': EditChoice,
  'several of': EditChoices,
  'list of text': EditList,
  sequence: undefined,
  file: EditFiles,
  files: EditFiles,
  image: EditFiles,
  images: EditFiles,
  location: EditLocation,
  json: EditJson,
  relation: EditRelation,
}
