// Says that the followed file holds what is not published, and leads to publishing it.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { WaitingText } from '#shared/protocol/document.ts'
import { useFollowedFile } from '../../data/administration/document.ts'
import { say } from '../../words/say.ts'
import { PublishDialog } from './publish-dialog.tsx'

export function WaitingFileNote() {
  const { file, waiting } = useFollowedFile() ?? {}
  const [chosen, setChosen] = useState<string>()
  return (
    <>
      {file && waiting && (
        <Alert color="yellow" mb="md" title={sayTitle(file, waiting)}>
          <Group justify="space-between" gap="md">
            <Text size="sm">{sayWhy(waiting)}</Text>
            {waiting.text !== undefined && (
              <Button variant="default" size="xs" onClick={() => setChosen(waiting.text)}>
                {say('Compare and publish')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {chosen !== undefined && (
        <PublishDialog
          what={{ text: chosen }}
          onClose={() => setChosen(undefined)}
          onPublished={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

function sayTitle(file: string, { why }: WaitingText): string {
  return why === 'unreadable'
    ? say('{file} can’t be read on the server', { file })
    : say('{file} was changed on the server', { file })
}

function sayWhy({ why }: WaitingText): string {
  switch (why) {
    case 'beside':
      return say('It is not published, because it does not go on from the revision that is live.')
    case 'refused':
      return say('It is not published: it has errors, does not fit the data, or its examples do not hold.')
    case 'unreadable':
      return say('What was published last goes on running. Until the file is back, nothing is written to it.')
  }
}
