// Asks when a document is published: now, or at a moment.
import { Radio, Stack } from '@mantine/core'
import type { ViewedField } from '../../fields/field-view.ts'
import { EditMoment } from '../../fields/edit/date/edit-moment.tsx'
import { say } from '../../words/say.ts'

interface Props {
  /** The moment as its editor holds it; undefined: now. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string | undefined
}

const MOMENT: ViewedField = {
  name: { label: say('Moment'), identifier: 'at', span: { start: 0, end: 0 } },
  type: { kind: 'date and time' },
}

export function PublicationMoment({ value, onChange, error }: Props) {
  const isLater = value !== undefined
  return (
    <Stack gap="xs">
      <Radio.Group
        label={say('When')}
        value={isLater ? 'later' : 'now'}
        onChange={(chosen) => onChange(chosen === 'later' ? null : undefined)}
      >
        <Stack gap={6} mt={6}>
          <Radio value="now" label={say('Now')} />
          <Radio value="later" label={say('At a later time')} />
        </Stack>
      </Radio.Group>
      {isLater && (
        <EditMoment
          id="publication-moment"
          label={say('Moment')}
          description={say('If somebody publishes another document before, this one is not published.')}
          required
          value={value}
          onChange={onChange}
          error={error}
          field={MOMENT}
        />
      )}
    </Stack>
  )
}
