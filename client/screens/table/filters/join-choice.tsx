// Chooses whether all filters hold, or any of them.
import { SegmentedControl } from '@mantine/core'
import { say } from '../../../words/say.ts'

interface Props {
  readonly isAny: boolean
  readonly onChange: (isAny: boolean) => void
}

export function JoinChoice({ isAny, onChange }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={say('How the filters are joined')}
      data={[
        { value: 'all', label: say('All of') },
        { value: 'any', label: say('Any of') },
      ]}
      value={isAny ? 'any' : 'all'}
      onChange={(value) => onChange(value === 'any')}
    />
  )
}
