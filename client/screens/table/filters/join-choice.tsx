// Chooses whether all filters hold, or any of them.
import { SegmentedControl } from '@mantine/core'

interface Props {
  readonly isAny: boolean
  readonly onChange: (isAny: boolean) => void
}

export function JoinChoice({ isAny, onChange }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="How the filters are joined"
      data={[
        { value: 'all', label: 'All of' },
        { value: 'any', label: 'Any of' },
      ]}
      value={isAny ? 'any' : 'all'}
      onChange={(value) => onChange(value === 'any')}
    />
  )
}
