// Lets people choose the period of a dashboard, and says which days it is and which it is compared with.
import { Select, Text } from '@mantine/core'
import type { PeriodName } from '#shared/points/2-screens/periods.ts'
import { PERIODS } from '#shared/points/2-screens/periods.ts'
import { printSpan } from './period.ts'
import type { PeriodState } from './use-period.ts'
import { say } from '../../words/say.ts'

export function PeriodChoice({ state }: { readonly state: PeriodState }) {
  const labels = labelsOfPeriods()
  return (
    <Select
      aria-label={say('Period')}
      w={170}
      value={state.name}
      data={PERIODS.map((value) => ({ value, label: labels[value] }))}
      allowDeselect={false}
      checkIconPosition="right"
      maxDropdownHeight={420}
      onChange={(name) => name !== null && state.go(name)}
    />
  )
}

export function PeriodNote({ state: { period } }: { readonly state: PeriodState }) {
  if (!period) return null
  const [now, before] = [printSpan(period.now), printSpan(period.before)]
  return (
    <Text size="sm" c="dimmed" mb="md" mt="-0.75rem" aria-live="polite">
      {say('{now}, compared with {before}', { now, before })}
    </Text>
  )
}

function labelsOfPeriods(): { readonly [name in PeriodName]: string } {
  return {
    today: say('Today'),
    'last 7 days': say('Last 7 days'),
    'last 30 days': say('Last 30 days'),
    'last 90 days': say('Last 90 days'),
    'this month': say('This month'),
    'last month': say('Last month'),
    'this quarter': say('This quarter'),
    'last quarter': say('Last quarter'),
    'this year': say('This year'),
    'last year': say('Last year'),
    'all time': say('All time'),
  }
}
