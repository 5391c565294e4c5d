// Always there while an administrator views as somebody else: whom, that nothing can be changed, and the way back.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { stopViewing } from '../../data/administration/administration.ts'
import { readerName } from '../../data/reader-name.ts'
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
        <strong>{readerName(model, session) ?? 'nobody: this person can no longer sign in'}</strong>. Nothing can be
        changed.
      </p>
      <Button size="compact-sm" variant="white" color="dark" loading={isLeaving} onClick={stop}>
        Stop viewing as
      </Button>
    </section>
  )
}
