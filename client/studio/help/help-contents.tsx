// Lists the headings of a help page; on narrow screens they are folded away.
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { HelpPage } from './help-pages.ts'
import { say } from '../../words/say.ts'
import classes from './help.module.css'
import { helpPath } from './read-sections.ts'

export function HelpContents({ page }: { readonly page: HelpPage }) {
  const { hash } = useLocation()
  const beside = useRef<HTMLElement>(null)
  useEffect(() => {
    beside.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [page, hash])
  const links = (
    <ul className={classes['contents']} lang="en">
      {page.sections
        .filter(({ level }) => level > 1)
        .map(({ anchor, title, level }) => (
          <li key={anchor} data-level={level}>
            <Link to={helpPath(page.key, anchor)} aria-current={hash === `#${anchor}` ? 'location' : undefined}>
              {title}
            </Link>
          </li>
        ))}
    </ul>
  )
  return (
    <>
      <nav ref={beside} className={classes['beside']} aria-label={say('On this page')}>
        {links}
      </nav>
      {/* Another page begins with its contents folded away. */}
      <details key={page.key} className={classes['above']}>
        <summary>{say('On this page')}</summary>
        {links}
      </details>
    </>
  )
}
