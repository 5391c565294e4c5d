// Shows notices in the corner of the page.
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export function Notices() {
  return <Notifications position="bottom-right" limit={4} />
}
