// Leads back to the list, and on to the record before and after this one.
import { ActionIcon, Anchor } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import type { Screen } from '#shared/model/model.ts'
import { readTrail } from '../../data/list-trail.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'
import classes from './record-neighbours.module.css'

export function RecordNeighbours({ list }: { readonly list: Screen | undefined }) {
  const { pathname } = useLocation()
  const trail = readTrail(pathname)
  if (list === undefined) return null
  const at = trail?.records.indexOf(pathname) ?? -1
  const back = trail?.list.split('?')[0] === list.route ? trail.list : list.route
  return (
    <nav className={classes['row']} aria-label={say('Where this record stands')}>
      <Anchor component={Link} to={back} size="sm" className={classes['back'] ?? ''}>
        <Icon name="back" size={15} /> {list.name}
      </Anchor>
      {trail && trail.records.length > 1 && (
        <span className={classes['steps']}>
          <Step to={trail.records[at - 1]} label={say('Previous record')} shortcut="k" icon="up" />
          <Step to={trail.records[at + 1]} label={say('Next record')} shortcut="j" icon="down" />
          <span className={classes['count']}>
            {say('{shown} of {count}', { shown: at + 1, count: trail.records.length })}
          </span>
        </span>
      )}
    </nav>
  )
}

interface StepProps {
  readonly to: string | undefined
  readonly label: string
  readonly shortcut: string
  readonly icon: 'up' | 'down'
}

function Step({ to, label, shortcut, icon }: StepProps) {
  if (to === undefined)
    return (
      <ActionIcon aria-label={label} disabled>
        <Icon name={icon} size={15} />
      </ActionIcon>
    )
  // The way back still leads to the list, however many records one goes through.
  return (
    <ActionIcon
      component={Link}
      to={to}
      replace
      aria-label={label}
      title={`${label} (${shortcut.toUpperCase()})`}
      aria-keyshortcuts={shortcut}
    >
      <Icon name={icon} size={15} />
    </ActionIcon>
  )
}
