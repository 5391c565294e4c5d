// Says how many cells are selected, and copies them.
import { Button, Group, Text } from '@mantine/core'
import { say } from '../../../words/say.ts'
import classes from '../bulk/bulk-bar.module.css'
import type { CellBlock } from './use-cell-range.ts'

interface Props {
  readonly block: CellBlock
  readonly onCopy: () => void
  readonly onClear: () => void
}

export function CellRangeBar({ block: { records, columns }, onCopy, onClear }: Props) {
  return (
    <div className={classes['bar']} role="region" aria-label={say('Selected cells')}>
      <Text size="sm" fw={600} role="status" className="numbers">
        {say('{rows} × {columns} cells selected', { rows: records.length, columns: columns.length })}
      </Text>
      <Group gap="xs" ml="auto">
        <Button size="compact-md" variant="default" onClick={onCopy}>
          {say('Copy')}
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" onClick={onClear}>
          {say('Clear')}
        </Button>
      </Group>
    </div>
  )
}
