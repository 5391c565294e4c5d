// Shows a message with an undo button.
import { Button, Group, Text } from '@mantine/core'

export function UndoMessage({ text, onUndo }: { readonly text: string; readonly onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      {/* However long the name is, the way back stays in sight. */}
      <Text size="sm" flex={1} miw={0} lineClamp={3} className="wraps">
        {text}
      </Text>
      <Button size="compact-sm" flex="none" variant="light" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
