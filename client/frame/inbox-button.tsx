// Shows numbers at the links of the menu, such as that of unread messages.
import { ActionIcon, Indicator } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useInbox } from '../data/inbox.ts'
import { Icon } from '../ui/icon.tsx'
import { say } from '../words/say.ts'
import classes from './frame.module.css'

export function InboxCount() {
  return <Count value={useInbox(true).data?.unread ?? 0} words={say('unread')} />
}

interface CountProps {
  readonly value: number
  /** Tells readers of screens what is counted. */
  readonly words: string
  /** Whether it asks for no attention. */
  readonly isQuiet?: boolean
}

/** Shows a number at a link, unless it is 0. */
export function Count({ value, words, isQuiet }: CountProps) {
  if (value === 0) return null
  return (
    <span className={classes['count']} data-quiet={isQuiet}>
      {value > 99 ? '99+' : value}
      <span className="unseen"> {words}</span>
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
