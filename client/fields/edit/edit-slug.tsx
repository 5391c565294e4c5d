// Edits slugs, which fill themselves when empty.
import { fieldType } from '#shared/fields/registry.ts'
import type { EditProps } from '../field-view.ts'
import { EditAddress } from './edit-text.tsx'
import { say } from '../../words/say.ts'

export function EditSlug(props: EditProps) {
  const { type } = props.field
  const fillsItself = fieldType(type.kind).madeFrom?.(type) !== undefined
  return (
    <EditAddress
      type="text"
      {...props}
      description={props.description ?? (fillsItself ? say('Leave it empty to have one made.') : undefined)}
    />
  )
}
