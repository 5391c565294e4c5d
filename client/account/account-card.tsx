// Frames the forms of signing in and signing up.
import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useModel } from '../data/spec.ts'
import { usePageTitle } from '../page/page-head.tsx'
import { beginAtFirstField } from '../ui/mark-first-field.ts'
import classes from './account-card.module.css'

export function AccountCard({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const model = useModel()
  usePageTitle(title, model.name)
  return (
    <div className={`card ${classes['card']}`} data-centered ref={beginAtFirstField}>
      <Title order={1} size="h1" mb={4}>
        {title}
      </Title>
      {!title.includes(model.name) && <p className={classes['name']}>{model.name}</p>}
      {children}
    </div>
  )
}
