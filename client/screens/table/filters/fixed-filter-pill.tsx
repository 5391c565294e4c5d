// Shows a filter that another page brought along: it can be taken away, not changed.
import { CloseButton } from '@mantine/core'
import { say } from '../../../words/say.ts'
import classes from './filters.module.css'

export function FixedFilterPill({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <span className={classes['pill']}>
      <span className={classes['sentence']}>
        <strong>{label}</strong>
      </span>
      <CloseButton size="sm" mx={4} aria-label={say('Remove the filter: {label}', { label })} onClick={onRemove} />
    </span>
  )
}
