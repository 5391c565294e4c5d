// A passing message with a button beside its text: to undo what was done, or to open what came of it.
import { Button, Group, Text } from '@mantine/core'

interface Props {
  readonly text: string
  readonly button: string
  readonly onClick: () => void
}

export function ButtonMessage({ text, button, onClick }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      {/* However long the text is, the button stays in sight. */}
      <Text size="sm" flex={1} miw={0} lineClamp={3} className="wraps">
        {text}
      </Text>
      <Button size="compact-sm" flex="none" variant="light" onClick={onClick}>
        {button}
      </Button>
    </Group>
  )
}
