// Says that the watched file was saved beside a newer revision, and leads to publishing it.
import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useWaitingFile } from '../../data/administration/document.ts'
import { say } from '../../words/say.ts'
import { PublishDialog } from './publish-dialog.tsx'

export function WaitingFileNote() {
  const waiting = useWaitingFile(true)
  const [text, setText] = useState<string>()
  if (!waiting && text === undefined) return null
  return (
    <>
      {waiting && (
        <Alert color="yellow" mb="md" title={say('{file} was changed on the server', { file: waiting.file })}>
          <Group justify="space-between" gap="md">
            <Text size="sm">
              {say('It is not published, because it does not go on from the revision that is live.')}
            </Text>
            <Button variant="default" size="xs" onClick={() => setText(waiting.text)}>
              {say('Compare and publish')}
            </Button>
          </Group>
        </Alert>
      )}
      {text !== undefined && (
        <PublishDialog what={{ text }} onClose={() => setText(undefined)} onPublished={() => setText(undefined)} />
      )}
    </>
  )
}
