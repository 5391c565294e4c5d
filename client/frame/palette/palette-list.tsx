// Lists what the palette offers for what is typed: commands, records and the way to the search page.
import { UnstyledButton } from '@mantine/core'
import { Spotlight } from '@mantine/spotlight'
import type { ReactNode } from 'react'
import { memo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SearchedWords } from '../../data/search/mark-hits.ts'
import { StateBadges } from '../../fields/state-badges.tsx'
import { MarkedText } from '../../screens/standard/search/marked-text.tsx'
import type { Hit, HitGroup } from '../../screens/standard/search/use-search.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'
import type { PaletteCommand } from './palette-commands.ts'
import classes from './palette.module.css'

interface Props {
  /** Those that have what is typed. */
  readonly commands: readonly PaletteCommand[]
  readonly hits: readonly HitGroup[]
  readonly text: string
  readonly onClose: () => void
}

/** Drawn anew when it lists something else, not with everything that the box above it does. */
export const PaletteList = memo(List)

function List({ commands, hits, text, onClose }: Props) {
  const navigate = useNavigate()
  const go = (path: string) => {
    void navigate(path)
    onClose()
  }
  return (
    <>
      {/* Screens and commands are at hand at once: records that are found later move nothing that was aimed at. */}
      {[...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
        <Group key={group} label={group}>
          {members.map(({ id, label, icon, run }) => (
            <LabelledAction
              key={id}
              icon={icon}
              label={label}
              onRun={() => {
                run()
                onClose()
              }}
            />
          ))}
        </Group>
      ))}
      {hits.map((group) => (
        <Group key={group.entity.path} label={group.entity.plural}>
          {group.hits.map((hit) => (
            <Action key={hit.id} className={classes['hit']} onRun={() => go(hit.path)}>
              <HitContent hit={hit} searched={group.searched} />
            </Action>
          ))}
        </Group>
      ))}
      {text !== '' && (
        <Group label={say('Search')}>
          <LabelledAction
            isLast
            icon="search"
            label={say('Search everything for “{text}”', { text })}
            onRun={() => go(`/search?${new URLSearchParams({ q: text }).toString()}`)}
          />
        </Group>
      )}
    </>
  )
}

/** Like the library's own parts, which are drawn anew with every key that is pressed in the box: thirty of them took longer than a tenth of a second. */
function Group({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes['group']} data-label={label}>
      {children}
    </div>
  )
}

interface ActionProps {
  readonly onRun: () => void
  readonly className?: string | undefined
  readonly isLast?: boolean
  readonly children: ReactNode
}

/** The library knows it by `data-action`, and says by `data-selected` that it is chosen. */
function Action({ onRun, className = '', isLast = false, children }: ActionProps) {
  return (
    <button
      type="button"
      data-action
      data-last={isLast || undefined}
      tabIndex={-1}
      className={`${UnstyledButton.classes.root} ${Spotlight.Action.classes.action} ${className}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      {children}
    </button>
  )
}

function LabelledAction({
  icon,
  label,
  ...action
}: Omit<ActionProps, 'children'> & { readonly icon: IconName; readonly label: string }) {
  return (
    <Action {...action}>
      <span className={classes['icon']}>
        <Icon name={icon} />
      </span>
      <span>{label}</span>
    </Action>
  )
}

function HitContent({ hit, searched }: { readonly hit: Hit; readonly searched: SearchedWords }) {
  return (
    <>
      <Icon name="page" />
      <span className={classes['texts']}>
        <span className={classes['title']}>
          <MarkedText text={hit.title} searched={searched} />
        </span>
        {hit.excerpt !== undefined && (
          <span className={classes['excerpt']}>
            <MarkedText text={hit.excerpt} searched={searched} />
          </span>
        )}
      </span>
      <StateBadges {...hit.shown} compact />
    </>
  )
}
