// Shows a banner while an administrator views as somebody else.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { endViewing } from '../data/administration/administration.ts'
import { actorName } from '../data/actor-name.ts'
import { useKnownSession } from '../data/session.ts'
import { useModel } from '../data/spec.ts'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'
import classes from './viewing-banner.module.css'

export function ViewingBanner() {
  const session = useKnownSession()
  const model = useModel()
  const [isLeaving, setLeaving] = useState(false)
  if (session.viewing === undefined) return null
  const stop = () => {
    setLeaving(true)
    endViewing().catch(() => setLeaving(false))
  }
  return (
    <section className={classes['banner']} aria-label={say('Viewing as somebody else')}>
      <p>
        {sayWith('{by}, you’re viewing as {name}. You can’t change anything.', {
          by: session.viewing.by,
          name: <strong>{actorName(model, session) ?? say('nobody: this person can no longer sign in')}</strong>,
        })}
      </p>
      <Button size="compact-sm" variant="white" color="dark" loading={isLeaving} onClick={stop}>
        {say('Stop viewing')}
      </Button>
    </section>
  )
}
