// Shows the help pages about writing a document: contents beside the text, and a search over all of them.
import { CloseButton, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useDeferredValue, useMemo, useRef } from 'react'
import { Link, Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { StudioHead } from '../studio-head.tsx'
import { HelpContents } from './help-contents.tsx'
import { HelpHits } from './help-hits.tsx'
import { HELP_PAGES } from './help-pages.ts'
import { HelpText } from './help-text.tsx'
import { say } from '../../words/say.ts'
import classes from './help.module.css'
import { helpPath } from './read-sections.ts'
import { indexHelp, searchHelp } from './search-help.ts'

const FIRST = HELP_PAGES[0]?.key ?? ''

export function Help() {
  const { pathname } = useLocation()
  const [parameters, setParameters] = useSearchParams()
  const typed = parameters.get('q') ?? ''
  const settled = useDeferredValue(typed)
  const index = useMemo(() => indexHelp(HELP_PAGES), [])
  const hits = useMemo(() => searchHelp(index, settled), [index, settled])
  const around = useRef<HTMLDivElement>(null)
  const page = HELP_PAGES.find(({ key }) => pathname === helpPath(key))
  if (page === undefined) return <Navigate to={helpPath(FIRST)} replace />
  const search = (text: string) => setParameters(text === '' ? {} : { q: text }, { replace: true })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move between links, which answer to the keyboard themselves
    <div ref={around} onKeyDown={(event) => moveByArrows(event, around.current)}>
      <StudioHead title={say('Help')}>
        <div role="search" className={classes['search']}>
          <TextInput
            type="search"
            aria-label={say('Search the help')}
            placeholder={say('Search the help')}
            leftSection={<Icon name="search" size={16} />}
            rightSection={
              typed !== '' && <CloseButton size="sm" aria-label={say('Clear the search')} onClick={() => search('')} />
            }
            value={typed}
            onChange={(event) => search(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && search('')}
          />
        </div>
      </StudioHead>
      <nav aria-label={say('Help pages')}>
        <ul className={classes['pages']}>
          {HELP_PAGES.map(({ key, title }) => (
            <li key={key}>
              <Link to={helpPath(key)} aria-current={key === page.key && typed === '' ? 'page' : undefined} lang="en">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {typed.trim() === '' ? (
        <div className={classes['columns']}>
          <HelpContents page={page} />
          <HelpText page={page} />
        </div>
      ) : (
        <HelpHits hits={hits} />
      )}
    </div>
  )
}

/** Moves the focus by arrow keys from the search into its results, and among them. */
function moveByArrows(event: KeyboardEvent, around: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || around === null || !(event.target instanceof HTMLElement)) return
  const stops = [...around.querySelectorAll<HTMLElement>('input[type=search], [data-hit]')]
  const at = stops.indexOf(event.target)
  if (at < 0 || stops.length < 2) return
  event.preventDefault()
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus()
}
