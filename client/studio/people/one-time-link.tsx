// Shows a one-time link to hand over.
import { Alert, Button, CopyButton, Group, Text } from '@mantine/core'

export function OneTimeLink({ link, isFor }: { readonly link: string; readonly isFor: string }) {
  return (
    <Alert variant="light" color="green" radius="lg" role="status" title="Here is the link">
      <Text size="sm" mb="xs" c="var(--mantine-color-text)">
        Send it to {isFor}. It is shown here once, and works once.
      </Text>
      <Text size="sm" ff="monospace" className="wraps" mb="xs" c="var(--mantine-color-text)">
        {link}
      </Text>
      <Group>
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
