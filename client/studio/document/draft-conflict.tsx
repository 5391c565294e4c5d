// Says that another window of the same author has written the draft, and lets them choose between both texts.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DraftBody } from '#shared/protocol/document.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { say } from '../../words/say.ts'
import { sayWith } from '../../words/say-with.tsx'
import { DocumentDifference } from './document-difference.tsx'

interface Props {
  /** Null: it was published or discarded there. */
  readonly theirs: DraftBody | null
  readonly mine: string
  readonly onSettle: (which: 'mine' | 'theirs') => void
}

export function DraftConflict({ theirs, mine, onSettle }: Props) {
  const [isComparing, setComparing] = useState(false)
  const settle = (which: 'mine' | 'theirs') => {
    setComparing(false)
    onSettle(which)
  }
  const keep = (
    <Button size="xs" onClick={() => settle('mine')}>
      {say('Keep the text of this window')}
    </Button>
  )
  return (
    <Alert color="orange" mb="sm" role="alert" title={say('You are writing this draft in another window, too.')}>
      <Group justify="space-between" gap="md">
        <Text size="sm">
          {theirs === null
            ? say('It was published or discarded there. What you type here stays in this window until you decide.')
            : sayWith('It was changed there {when}. What you type here stays in this window until you decide.', {
                when: <RelativeTime iso={theirs.at} />,
              })}
        </Text>
        {theirs === null ? (
          <Group gap="sm">
            <Button variant="default" size="xs" onClick={() => settle('theirs')}>
              {say('Discard')}
            </Button>
            {keep}
          </Group>
        ) : (
          <Button variant="default" size="xs" onClick={() => setComparing(true)}>
            {say('Compare and decide')}
          </Button>
        )}
      </Group>
      {theirs !== null && (
        <Dialog
          opened={isComparing}
          onClose={() => setComparing(false)}
          title={say('Which text do you want to keep?')}
          size="xl"
        >
          <Stack gap="md">
            <Text size="sm">{say('From the text of the other window to the text of this one:')}</Text>
            <DocumentDifference before={theirs.text} after={mine} />
            <Group justify="flex-end">
              <Button variant="default" size="xs" onClick={() => settle('theirs')}>
                {say('Take the text of the other window')}
              </Button>
              {keep}
            </Group>
          </Stack>
        </Dialog>
      )}
    </Alert>
  )
}
