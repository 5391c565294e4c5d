// Shows how far a bulk change has come.
import { Progress, Text } from '@mantine/core'

export function BulkProgress({ settled, total }: { readonly settled: number; readonly total: number }) {
  return (
    <div role="status">
      <Progress value={(100 * settled) / Math.max(1, total)} aria-label="Progress" />
      <Text size="sm" c="dimmed" mt={4} className="numbers">
        {settled} of {total}
      </Text>
    </div>
  )
}
