// Shows the number of unread messages.
import { ActionIcon, Indicator } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useInbox } from '../data/inbox.ts'
import { Icon } from '../ui/icon.tsx'
import { say } from '../words/say.ts'
import classes from './frame.module.css'

export function InboxCount() {
  const unread = useInbox(true).data?.unread ?? 0
  if (unread === 0) return null
  return (
    <span className={classes['count']}>
      {unread > 99 ? '99+' : unread}
      <span className="unseen"> {say('unread')}</span>
    </span>
  )
}

export function InboxButton() {
  const unread = useInbox(true).data?.unread ?? 0
  return (
    <Indicator disabled={unread === 0} size={9} offset={13}>
      <ActionIcon
        component={Link}
        to="/inbox"
        size={44}
        aria-label={unread > 0 ? say('Inbox, {unread} unread', { unread }) : say('Inbox')}
      >
        <Icon name="inbox" size={22} />
      </ActionIcon>
    </Indicator>
  )
}
