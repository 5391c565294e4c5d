// Shows notices in the corner of the page.
import '@mantine/notifications/styles.css'
import { Notifications, notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useSession } from '../data/session.ts'

export function Notices() {
  const reader = useSession().data?.person?.id
  // They name records, and offer to undo: neither is for the person who uses the page next.
  useEffect(() => () => notifications.clean(), [reader])
  return <Notifications position="bottom-right" limit={4} />
}
