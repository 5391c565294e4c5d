// Shows a note while there is no network.
import { useNetwork } from '@mantine/hooks'
import { say } from '../words/say.ts'
import classes from './offline-note.module.css'

export function OfflineNote() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes['note']}>
          {say('You are offline. What you see may be outdated; what you type is kept.')}
        </p>
      )}
    </div>
  )
}
