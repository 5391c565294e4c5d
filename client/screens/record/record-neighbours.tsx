// Leads back to the list, and on to the record before and after this one.
import { ActionIcon, Anchor } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Screen } from '#shared/model/model.ts'
import { matchScreenRoute } from '#shared/decisions/2-screens.ts'
import { fetchData } from '../../data/api.ts'
import type { ListTrail } from '../../data/list-trail.ts'
import { extendTrail, readTrail } from '../../data/list-trail.ts'
import type { ListResponse } from '../../data/records/record-queries.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { recordPath } from '../../data/visible-screens.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'
import classes from './record-neighbours.module.css'

export function RecordNeighbours({ list }: { readonly list: Screen | undefined }) {
  const { pathname } = useLocation()
  const trail = readTrail(pathname)
  const model = useModel()
  const opened = trail && matchScreenRoute(model, trail.list.split('?')[0] ?? '')
  // Of several lists of such records, the one that it was opened from.
  const from = opened?.kind === 'screen' ? opened.screen : list
  const at = trail?.records.indexOf(pathname) ?? -1
  useLongerTrail(trail, at, from)
  if (from === undefined) return null
  const back = trail && trail.list.split('?')[0] === from.route ? trail.list : from.route
  return (
    <nav className={classes['row']} aria-label={say('Where this record stands')}>
      <Anchor component={Link} to={back} size="sm" className={classes['back'] ?? ''}>
        <Icon name="back" size={15} /> {from.name}
      </Anchor>
      {trail && trail.records.length > 1 && (
        <span className={classes['steps']}>
          <Step to={trail.records[at - 1]} label={say('Previous record')} shortcut="k" icon="up" />
          <Step to={trail.records[at + 1]} label={say('Next record')} shortcut="j" icon="down" />
          <span className={classes['count']}>
            {say('{shown} of {count}', {
              shown: (trail.before ?? 0) + at + 1,
              count: trail.count ?? (trail.before ?? 0) + trail.records.length,
            })}
          </span>
        </span>
      )}
    </nav>
  )
}

/** The number of records before the end of the list at which more are read. */
const NEAR_END = 10

/** A list shows its first records; those who go through them come to the others too. */
function useLongerTrail(trail: ListTrail | undefined, at: number, list: Screen | undefined): void {
  const model = useModel()
  const session = useKnownSession()
  const [, setLength] = useState(0)
  const next = trail && at >= trail.records.length - NEAR_END ? trail.next : undefined
  const entity = list && 'entity' in list.shows ? list.shows.entity : undefined
  useEffect(() => {
    if (next === undefined || trail === undefined || entity === undefined) return undefined
    let isOver = false
    const extend = async () => {
      const page = await fetchData<ListResponse>(next)
      if (isOver) return
      const url = new URL(next, globalThis.location.href)
      if (page.next !== null) url.searchParams.set('after', page.next)
      const records = page.items.flatMap((record) => recordPath(model, session, entity, record) ?? [])
      extendTrail(trail, records, page.next === null ? undefined : url.pathname + url.search)
      setLength(trail.records.length + records.length)
    }
    // Without an answer the way ends here for now; the next record tries again.
    void extend().catch(() => {})
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the trail is read anew with each drawing; its next request is what is asked once
  }, [next, entity, model, session])
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
