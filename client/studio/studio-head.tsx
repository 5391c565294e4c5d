// Shows the head of every page of the studio.
import { NavLink, useLocation } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useSessionPolicy } from '../data/session-policy.ts'
import { PageHead } from '../page/page-head.tsx'
import { useTabRow } from '../ui/scroll/use-tab-row.ts'
import { say } from '../words/say.ts'
import classes from './studio-head.module.css'

const PAGES = [
  { to: '/studio', label: say('Document') },
  { to: '/studio/pictures', label: say('Pictures') },
  { to: '/studio/verify', label: say('Verify') },
  { to: '/studio/revisions', label: say('Revisions') },
  { to: '/studio/data', label: say('Data') },
  { to: '/studio/changes', label: say('Changes') },
  { to: '/studio/people', label: say('People') },
  { to: '/studio/timers', label: say('Timers') },
  { to: '/studio/deliveries', label: say('Deliveries') },
  { to: '/studio/mail', label: say('Mail') },
  { to: '/studio/audit', label: say('Audit') },
  { to: '/studio/help', label: say('Help'), hasPages: true },
]

export function StudioHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const policy = useSessionPolicy()
  const row = useTabRow<HTMLUListElement>(useLocation().pathname)
  const pages = PAGES.filter(({ to }) => policy.canOpenStandardScreen(to))
  const tabs = pages.length > 1 && (
    <nav aria-label={say('Studio')}>
      <ul className={classes['tabs']} ref={row}>
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
