// Shows a banner while an administrator views as somebody else.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { stopViewing } from '../../data/administration/administration.ts'
import { actorName } from '../../data/actor-name.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import classes from './viewing-banner.module.css'

export function ViewingBanner() {
  const session = useKnownSession()
  const model = useModel()
  const [isLeaving, setLeaving] = useState(false)
  if (session.viewing === undefined) return null
  const stop = () => {
    setLeaving(true)
    stopViewing().catch(() => setLeaving(false))
  }
  return (
    <section className={classes['banner']} aria-label="Viewing as somebody else">
      <p>
        You, {session.viewing.by}, view as{' '}
        <strong>{actorName(model, session) ?? 'nobody: this person can no longer sign in'}</strong>. Nothing can be
        changed.
      </p>
      <Button size="compact-sm" variant="white" color="dark" loading={isLeaving} onClick={stop}>
        Stop viewing as
      </Button>
    </section>
  )
}
