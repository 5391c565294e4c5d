// Edits a relation by choosing a record.
import type { ComboboxItem } from '@mantine/core'
import { Group, MultiSelect, Pill, Select } from '@mantine/core'
import { relatedId } from '../../data/records/record-data.ts'
import { useCandidates } from '../../data/records/related-records.ts'
import { ColorDot } from '../../ui/color-badge.tsx'
import type { EditProps } from '../field-view.ts'
import { inputProps } from './input-props.ts'

export function EditRelation(props: EditProps) {
  const { required, value, onChange, field, choices } = props
  const many = field.type.kind === 'relation' && field.type.many
  const chosen = (Array.isArray(value) ? value : [value]).map(relatedId).filter((each) => each !== null)
  const candidates = useCandidates(field.type.kind === 'relation' ? field.type.entity : '', chosen, choices)
  const dotOf = (id: string) => {
    const color = candidates.colors.get(id)
    return color === undefined ? null : <ColorDot color={color} />
  }
  const shared = {
    ...inputProps(props),
    data: candidates.options,
    searchable: true,
    searchValue: candidates.search,
    onSearchChange: candidates.setSearch,
    renderOption: ({ option }: { readonly option: ComboboxItem }) => (
      <Group gap={8} wrap="nowrap">
        {dotOf(option.value)}
        {option.label}
      </Group>
    ),
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
        renderPill={({ option, value: id, onRemove, disabled }) => (
          <Pill withRemoveButton={disabled !== true} {...(onRemove ? { onRemove } : {})}>
            <Group gap={6} wrap="nowrap" component="span">
              {dotOf(String(id))}
              {option?.label}
            </Group>
          </Pill>
        )}
        {...(field.limits?.atMost ? { maxValues: field.limits.atMost } : {})}
      />
    )
  }
  return (
    <Select
      {...shared}
      value={chosen[0] ?? null}
      onChange={onChange}
      clearable={!required}
      leftSection={dotOf(chosen[0] ?? '')}
    />
  )
}
