// Shows how far an import in the background is, and lets one stop it.
import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { ImportStatus } from '#shared/protocol/import.ts'
import { say } from '../../../words/say.ts'

interface Props {
  readonly status: ImportStatus
  readonly onStop: () => Promise<void>
}

export function ImportProgress({ status: { rows, tried, mode, refused }, onStop }: Props) {
  const [isStopping, setStopping] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // What began it can't be pressed meanwhile.
  useEffect(() => button.current?.focus(), [])
  const stop = () => {
    setStopping(true)
    void onStop()
  }
  return (
    <Group wrap="nowrap" align="center" gap="md">
      <div style={{ flex: 1 }}>
        <Progress value={(100 * tried) / Math.max(1, rows)} aria-label={say('Progress')} />
        <Text size="sm" c="dimmed" mt={4} className="numbers" role="status">
          {mode === 'check'
            ? say('{tried} of {rows} rows checked', { tried, rows })
            : say('{tried} of {rows} rows imported', { tried, rows })}
          {refused > 0 && `, ${say('{count} refused', { count: refused })}`}
        </Text>
      </div>
      <Button ref={button} variant="default" loading={isStopping} onClick={stop}>
        {say('Stop')}
      </Button>
    </Group>
  )
}
