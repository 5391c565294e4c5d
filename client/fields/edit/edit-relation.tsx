// Edits a relation by choosing a record.
import { MultiSelect, Select } from '@mantine/core'
import { relatedId } from '../../data/records/record-data.ts'
import { useCandidates } from '../../data/records/related-records.ts'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'

export function EditRelation(props: EditProps) {
  const { required, value, onChange, field, choices } = props
  const many = field.type.kind === 'relation' && field.type.many
  const chosen = (Array.isArray(value) ? value : [value]).map(relatedId).filter((each) => each !== null)
  const candidates = useCandidates(field.type.kind === 'relation' ? field.type.entity : '', chosen, choices)
  const shared = {
    ...inputProps(props),
    data: candidates.options,
    searchable: true,
    searchValue: candidates.search,
    onSearchChange: candidates.setSearch,
    nothingFoundMessage: candidates.loading ? 'Loading …' : choices ? 'Nothing here may be chosen' : 'Nothing found',
  }
  if (many) {
    return (
      <MultiSelect
        {...shared}
        value={chosen}
        onChange={onChange}
        clearable
        hidePickedOptions
        {...(field.limits?.atMost ? { maxValues: field.limits.atMost } : {})}
      />
    )
  }
  return <Select {...shared} value={chosen[0] ?? null} onChange={onChange} clearable={!required} />
}
