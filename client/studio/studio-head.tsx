// Shows the head of every page of the studio.
import { NavLink } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useSessionPolicy } from '../data/session-policy.ts'
import { PageHead } from '../shell/page-head.tsx'
import classes from './studio-head.module.css'

const PAGES = [
  { to: '/studio', label: 'Document' },
  { to: '/studio/revisions', label: 'Revisions' },
  { to: '/studio/data', label: 'Data' },
  { to: '/studio/changes', label: 'Changes' },
  { to: '/studio/people', label: 'People' },
  { to: '/studio/timers', label: 'Timers' },
  { to: '/studio/deliveries', label: 'Deliveries' },
  { to: '/studio/mail', label: 'Mail' },
  { to: '/studio/audit', label: 'Audit' },
  { to: '/studio/help', label: 'Help', hasPages: true },
]

export function StudioHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const policy = useSessionPolicy()
  const pages = PAGES.filter(({ to }) => policy.canOpenStandardScreen(to))
  const tabs = pages.length > 1 && (
    <nav aria-label="Studio">
      <ul className={classes['tabs']}>
        {pages.map(({ to, label, hasPages = false }) => (
          <li key={to}>
            <NavLink to={to} end={!hasPages}>
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
