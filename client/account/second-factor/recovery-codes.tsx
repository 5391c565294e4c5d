// Shows the recovery codes once, to copy or save.
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'
import classes from '../account-card.module.css'

interface Props {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: Props) {
  const { name } = useModel()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [])
  const text = `${say('{name}: recovery codes', { name })}\n\n${codes.join('\n')}\n`
  return (
    <Stack gap="md">
      <Alert ref={note} tabIndex={-1} role="status" variant="light" radius="lg" icon={<Icon name="check" />}>
        <Text size="sm" fw={500}>
          {say('Your second factor is on. Save these codes somewhere you can reach without your phone.')}
        </Text>
        <Text size="sm" mt={4}>
          {say('Each signs you in once, without the app. They are not shown again.')}
        </Text>
      </Alert>
      <ul className={classes['codes']} aria-label={say('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? say('Copied') : say('Copy')}
            </Button>
          )}
        </CopyButton>
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          {say('Save as file')}
        </Button>
        <Button onClick={onDone}>{say('I’ve saved them')}</Button>
      </Group>
    </Stack>
  )
}
