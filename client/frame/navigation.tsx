// Shows the menu of the actor's screens.
import { Burger, Group } from '@mantine/core'
import { Fragment } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import type { Screen } from '#shared/model/model.ts'
import { isOpenQuestion } from '#shared/points/open-question.ts'
import { actorName } from '../data/actor-name.ts'
import { useOwnPicture } from '../data/records/related-records.ts'
import { useKnownSession } from '../data/session.ts'
import { useSessionPolicy } from '../data/session-policy.ts'
import { useModel } from '../data/spec.ts'
import type { IconName } from '../ui/icon.tsx'
import { Icon } from '../ui/icon.tsx'
import { Initials } from '../ui/person-badge.tsx'
import { ColorSchemeChoice } from './color-scheme-choice.tsx'
import { Brand } from './brand.tsx'
import { searchedEntities } from '../data/search/searched-entities.ts'
import { say } from '../words/say.ts'
import classes from './frame.module.css'
import { Count, InboxCount } from './inbox-button.tsx'
import { findListAround } from './find-list-around.ts'
import { menuGroups } from './menu-groups.ts'
import { iconsOf } from './screen-icon.ts'
import { FindButton } from './find-button.tsx'

interface Props {
  readonly screens: readonly Screen[]
  readonly open: boolean
  readonly onClose: () => void
}

export function Navigation({ screens, open, onClose }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const icons = iconsOf(model, screens)
  const own = new Set(screens.map((screen) => screen.route))
  // `/jobs/new` is a screen of its own: `/jobs` is then not where one is.
  const { pathname } = useLocation()
  const around = findListAround(model, session, screens, pathname)
  const isExact = own.has(pathname) || around !== undefined
  const isSearchable = !own.has('/search') && searchedEntities(model, session).length > 0
  const name = actorName(model, session) ?? ''
  const picture = useOwnPicture()
  const policy = useSessionPolicy()
  const isReadable = policy.canOpenStandardScreen('/studio') && !own.has('/studio')
  return (
    <>
      <div className={classes['top']}>
        <Group justify="space-between" wrap="nowrap" mih={36}>
          <Brand name={model.name} />
          {open && <Burger opened hiddenFrom="md" size="sm" onClick={onClose} aria-label={say('Close the menu')} />}
        </Group>
      </div>
      {isSearchable && (
        <div className={classes['finding']}>
          <FindButton />
        </div>
      )}
      <div className={classes['scroll']}>
        <nav aria-label={say('Screens')}>
          {menuGroups(screens).map(({ heading, screens: below }) => (
            <Fragment key={heading ?? ''}>
              {heading !== undefined && <h2 className={classes['heading']}>{heading}</h2>}
              <ul className={classes['nav']} aria-label={heading}>
                {below.map((screen) => (
                  <Entry
                    key={screen.key}
                    to={screen.route}
                    icon={icons.get(screen.key) ?? 'page'}
                    label={screen.name}
                    end={isExact}
                    isAround={screen.route === around}
                  />
                ))}
              </ul>
            </Fragment>
          ))}
        </nav>
      </div>
      <div className={classes['bottom']}>
        <nav aria-label={say('Your own')}>
          <ul className={classes['nav']}>
            {policy.canOpenStandardScreen('/inbox') && (
              <Entry to="/inbox" icon="inbox" label={say('Inbox')}>
                <InboxCount />
              </Entry>
            )}
            <Entry to="/about" icon="about" label={say('About')} />
            {isReadable && (
              <Entry to="/studio" icon="page" label={session.administrator ? say('Studio') : say('The document')}>
                <Count value={model.questions.filter(isOpenQuestion).length} words={say('to answer')} isQuiet />
              </Entry>
            )}
            <li>
              <ColorSchemeChoice />
            </li>
            {session.person ? (
              <li>
                <NavLink to="/account" className={classes['link'] ?? ''}>
                  <Initials name={name} picture={picture} />
                  <span>{name}</span>
                </NavLink>
              </li>
            ) : (
              <>
                <Entry to="/sign-in" icon="person" label={say('Sign in')} />
                {session.signUp === 'open' && <Entry to="/sign-up" icon="plus" label={say('Sign up')} />}
              </>
            )}
          </ul>
        </nav>
      </div>
    </>
  )
}

function Entry({
  to,
  icon,
  label,
  end = false,
  isAround = false,
  children,
}: {
  readonly to: string
  readonly icon: IconName
  readonly label: string
  /** Not for the pages below it. */
  readonly end?: boolean
  /** `isAround` is true if the page shown belongs to this link, though it has a path elsewhere. */
  readonly isAround?: boolean
  readonly children?: React.ReactNode
}) {
  return (
    <li>
      <NavLink to={to} end={end || to === '/'} className={classes['link'] ?? ''} data-around={isAround || undefined}>
        <Icon name={icon} />
        <span>{label}</span>
        {children}
      </NavLink>
    </li>
  )
}
