// Edits lists of texts.
import { TagsInput } from '@mantine/core'
import { splitList } from '#shared/fields/list-text.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { say } from '../../words/say.ts'

export function EditList(props: EditProps) {
  const { description, value, onChange } = props
  const entries = Array.isArray(value) ? value.map(String) : []
  return (
    <TagsInput
      {...inputProps(props)}
      description={description ?? say('Press Enter after each')}
      value={entries}
      // Entries are read as in a table: one with a comma stands in quotation marks. Too many are said to be so.
      onChange={(next) => onChange(next.length > entries.length ? [...entries, ...addedTo(entries, next)] : next)}
      splitChars={[]}
      allowDuplicates
    />
  )
}

function addedTo(entries: readonly string[], next: readonly string[]): readonly string[] {
  // Lines that are pasted are entries, too.
  const lines = next.slice(entries.length).flatMap((text) => text.split(/[\r\n\t]+/))
  return lines.flatMap(splitList)
}
