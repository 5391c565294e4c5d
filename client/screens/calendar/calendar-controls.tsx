// Shows the span of a calendar, with the way to others and the choice of the view.
import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { currentTime } from '../../clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { CalendarState, ViewName } from './calendar-state.ts'
import { VIEWS } from './calendar-state.ts'
import { dayIn } from '#shared/text/day-in.ts'
import { say } from '../../words/say.ts'

interface Props {
  readonly title: string
  readonly state: CalendarState
}

export function CalendarControls({ title, state }: Props) {
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" onClick={() => state.go({ on: dayIn(currentTime()) })} aria-keyshortcuts="t">
          {say('Today')}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={say('Before')} onClick={() => state.step(-1)}>
          <Icon name="left" size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={say('After')} onClick={() => state.step(1)}>
          <Icon name="chevron" size={16} />
        </ActionIcon>
        <Title order={2} fz="h3" ml="xs" aria-live="polite">
          {title}
        </Title>
      </Group>
      <Segments
        label={say('View')}
        value={state.name}
        onChange={(view) => state.go({ view })}
        data={Object.entries(VIEWS).map(([value, { label }]) => ({ value: value as ViewName, label }))}
      />
    </Group>
  )
}
