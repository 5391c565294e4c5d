// Keeps the buttons of a form in sight below what is filled in.
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-footer.module.css'

export function FormFooter({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['footer']}>
      <Group gap="sm" className={classes['buttons'] ?? ''}>
        {children}
      </Group>
    </div>
  )
}
