// Chooses whether all filters hold, or any of them.
import { Segments } from '../../../ui/segments.tsx'
import { say } from '../../../words/say.ts'

interface Props {
  readonly isAny: boolean
  readonly onChange: (isAny: boolean) => void
}

export function JoinChoice({ isAny, onChange }: Props) {
  return (
    <Segments
      isSmall
      label={say('How the filters are joined')}
      data={[
        { value: 'all', label: say('All of') },
        { value: 'any', label: say('Any of') },
      ]}
      value={isAny ? 'any' : 'all'}
      onChange={(value) => onChange(value === 'any')}
    />
  )
}
