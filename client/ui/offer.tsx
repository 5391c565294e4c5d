// Says what was done, with a button to undo or open it, and goes by itself after a while.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'

interface Offer {
  readonly text: string
  readonly button: string
  readonly color?: 'green'
  /** Runs once: the offer goes when its button is pressed. */
  readonly onClick: () => void
}

/** Milliseconds: enough for people who come to the button by Tab, with the pointer on it as long as they like. */
const TIME_TO_TAKE = 30_000

/** Offers in sight at once; an older one gives way, so that nothing new waits behind it. */
const MOST = 3

let offers: readonly string[] = []

/**
 * Shows the offer, and gives its id, with which it can be hidden.
 * Each has an id of its own: one that followed another under the same id would go at the time of the first.
 */
export function showOffer({ text, button, color, onClick }: Offer): string {
  const id = notifications.show({
    autoClose: TIME_TO_TAKE,
    ...(color && { color }),
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        {/* However long the text is, the button stays in sight. */}
        <Text size="sm" flex={1} miw={0} lineClamp={3} className="wraps">
          {text}
        </Text>
        <Button
          size="compact-sm"
          flex="none"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            onClick()
          }}
        >
          {button}
        </Button>
      </Group>
    ),
    onClose: () => {
      offers = offers.filter((each) => each !== id)
    },
  })
  offers = [...offers, id]
  for (const old of offers.slice(0, -MOST)) notifications.hide(old)
  return id
}
