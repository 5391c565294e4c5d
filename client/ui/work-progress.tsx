// Shows how far work in the background is, and lets one stop it.
import { Button, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { say } from '../words/say.ts'

interface Props {
  readonly done: number
  readonly total: number
  /** How far it is, in words. */
  readonly children: ReactNode
  readonly onStop: () => Promise<void>
}

export function WorkProgress({ done, total, children, onStop }: Props) {
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
        <Progress value={(100 * done) / Math.max(1, total)} aria-label={say('Progress')} />
        <Text size="sm" c="dimmed" mt={4} className="numbers" role="status">
          {children}
        </Text>
      </div>
      <Button ref={button} variant="default" loading={isStopping} onClick={stop}>
        {say('Stop')}
      </Button>
    </Group>
  )
}
