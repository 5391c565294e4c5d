// Always there while an administrator views as somebody else: whom, that nothing can be changed, and the way back.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { stopViewing } from '../../data/administration/administration.ts'
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
        You, {session.viewing.by}, view as <strong>{sayWhom(model, session)}</strong>. Nothing can be changed.
      </p>
      <Button size="compact-sm" variant="white" color="dark" loading={isLeaving} onClick={stop}>
        Stop viewing as
      </Button>
    </section>
  )
}

function sayWhom(model: Model, { person, viewing }: SessionBody): string {
  if (viewing !== undefined && 'roles' in viewing.as)
    return viewing.as.roles.map((role) => model.roles.get(role)?.name.label ?? role).join(', ')
  return person?.name ?? 'nobody: this person can no longer sign in'
}
