// Shows the command that publishes a document which deletes data, where the server does not delete any.
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { say } from '../../words/say.ts'
import type { NamedDeletion } from './deletion-form.tsx'
import { DownloadButton } from './download-button.tsx'
import { sayConflict } from './say-conflict.ts'
import { ShortList } from './short-list.tsx'

interface Props {
  readonly deletions: readonly NamedDeletion[]
  readonly command: string
  /** Name of the file in the command. */
  readonly file: string
  readonly text: string
}

export function DeletionCommand({ deletions, command, file, text }: Props) {
  return (
    <Alert color="red" variant="light" radius="lg" title={say('Data would be deleted')}>
      <Stack gap="sm">
        <ShortList items={deletions.map(sayConflict)} />
        <Text size="sm">
          {say(
            'It is published on the command line, because this server makes no backups of its database: download the document, back up the PostgreSQL database, and run this command.',
          )}
        </Text>
        <Code block>{command}</Code>
        <Group gap="sm">
          <CopyButton value={command}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? say('Copied') : say('Copy the command')}
              </Button>
            )}
          </CopyButton>
          <DownloadButton file={file} text={text} />
        </Group>
      </Stack>
    </Alert>
  )
}
