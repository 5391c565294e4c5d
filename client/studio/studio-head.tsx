// Shows the head of every page of the studio.
import { NavLink } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useKnownSession } from '../data/session.ts'
import { useDocumentText } from '../data/spec.ts'
import { PageHead } from '../shell/page-head.tsx'
import classes from './studio-head.module.css'

export function StudioHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const { administrator } = useKnownSession()
  const isReadable = useDocumentText() !== undefined
  const pages = [
    ...(isReadable ? [{ to: '/studio', label: 'Document' }] : []),
    ...(administrator
      ? [
          { to: '/studio/people', label: 'People' },
          { to: '/studio/audit', label: 'Audit' },
        ]
      : []),
  ]
  const tabs = pages.length > 1 && (
    <nav aria-label="Studio">
      <ul className={classes['tabs']}>
        {pages.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
  return (
    <PageHead title={title} above={tabs}>
      {children}
    </PageHead>
  )
}
