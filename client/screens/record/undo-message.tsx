// A message with a way back.
import { Button, Group, Text } from '@mantine/core'

export function UndoMessage({ text, onUndo }: { readonly text: string; readonly onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" flex="none" variant="light" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
