// Edits texts of several lines.
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'
import { MentionArea } from './mention-area.tsx'

export function EditLongText(props: EditProps) {
  const { value, onChange, compact } = props
  return (
    <MentionArea
      {...inputProps(props)}
      minRows={compact ? 1 : 4}
      maxRows={18}
      value={typeof value === 'string' ? value : ''}
      onWrite={(text) => onChange(text || null)}
    />
  )
}
