// Shows a one-time link to hand over.
import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'
import { say } from '../../words/say.ts'

export function OneTimeLink({ link, text }: { readonly link: string; readonly text: string }) {
  return (
    <Alert variant="light" color="green" radius="lg" role="status" title={say('Here is the link')}>
      <Text size="sm" mb="xs" c="var(--mantine-color-text)">
        {text}
      </Text>
      <Text size="sm" ff="monospace" className="wraps" mb="xs" c="var(--mantine-color-text)">
        {link}
      </Text>
      <Group>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? say('Copied') : say('Copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
