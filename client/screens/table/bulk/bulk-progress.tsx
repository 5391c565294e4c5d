// Shows how far a bulk change has come.
import { Progress, Text } from '@mantine/core'
import { say } from '../../../words/say.ts'

export function BulkProgress({ settled, total }: { readonly settled: number; readonly total: number }) {
  return (
    <div role="status">
      <Progress value={(100 * settled) / Math.max(1, total)} aria-label={say('Progress')} />
      <Text size="sm" c="dimmed" mt={4} className="numbers">
        {say('{shown} of {count}', { shown: settled, count: total })}
      </Text>
    </div>
  )
}
