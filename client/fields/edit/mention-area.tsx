// Writes a text of several lines in which an @ offers the people who can be mentioned.
import { Textarea } from '@mantine/core'
import type { TextareaProps } from '@mantine/core'
import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react'
import { use, useImperativeHandle, useRef, useState } from 'react'
import { pictureAddress } from '../../data/base-path.ts'
import type { MentionablePerson } from '#shared/protocol/notices.ts'
import type { BegunMention } from '#shared/text/mentions.ts'
import { begunMention } from '#shared/text/mentions.ts'
import { MentionContext, useMentionable } from '../../data/notices/mentions.ts'
import { Initials } from '../../ui/person-badge.tsx'
import { say, sayCount } from '../../words/say.ts'
import { writeText } from './write-text.ts'
import classes from './mention-area.module.css'

interface Props extends Omit<TextareaProps, 'value' | 'onChange' | 'ref'> {
  readonly id: string
  readonly value: string
  readonly onWrite: (text: string) => void
  /** Rows of the area, at least (`minRows`) and at most (`maxRows`). Between these it is as high as its text. */
  readonly minRows: number
  readonly maxRows: number
  readonly ref?: Ref<HTMLTextAreaElement>
}

/** A browser that lets text areas grow by itself has them measured by nobody. */
const GROWS_BY_ITSELF = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

export function MentionArea({ value, onWrite, ref, inputContainer, onKeyDown, minRows, maxRows, ...rest }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current as HTMLTextAreaElement)
  const place = use(MentionContext)
  const [begun, setBegun] = useState<BegunMention>()
  const [at, setAt] = useState(0)
  const { data, isPlaceholderData } = useMentionable(place, begun?.search)
  const found = begun === undefined ? [] : (data?.items ?? [])
  // Of those found for the letters before, only who still fits: Enter mentions nobody else.
  const people = isPlaceholderData ? found.filter(({ name }) => isWithin(name, begun?.search ?? '')) : found
  const isOpen = people.length > 0
  const list = `${rest.id}-mentions`
  const chosen = people[Math.min(at, people.length - 1)]

  const follow = () => {
    const element = area.current
    const next =
      place && element?.selectionStart === element?.selectionEnd
        ? begunMention(element?.value ?? '', element?.selectionStart ?? 0)
        : undefined
    if (next?.search !== begun?.search) setAt(0)
    setBegun(next)
  }
  const choose = ({ name }: MentionablePerson) => {
    if (begun === undefined || !area.current) return
    const end = begun.at + 1 + begun.search.length
    const before = `${value.slice(0, begun.at)}@${name} `
    const text = before + value.slice(end).replace(/^ /, '')
    writeText(area.current, { text, start: before.length, end: before.length })
    setBegun(undefined)
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isOpen || !isPlain) return onKeyDown?.(event)
    if (event.key === 'ArrowDown') setAt((at + 1) % people.length)
    else if (event.key === 'ArrowUp') setAt((at + people.length - 1) % people.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && chosen) choose(chosen)
    else if (event.key === 'Escape') setBegun(undefined)
    else return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
    return undefined
  }
  const withList = (input: ReactNode): ReactNode => {
    const whole = (
      <div className={classes['place']}>
        {input}
        {isOpen && (
          <div id={list} role="listbox" aria-label={say('People to mention')} className={classes['list']}>
            {people.map((person) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the text
              <div
                key={person.id}
                id={`${list}-${person.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={person === chosen}
                className={classes['option']}
                // The text keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                <Initials name={person.name} picture={person.picture && pictureAddress(person.picture, '160')} />
                {person.name}
              </div>
            ))}
          </div>
        )}
        <div role="status" className="unseen">
          {isOpen ? sayFound(people.length) : ''}
        </div>
      </div>
    )
    return inputContainer ? inputContainer(whole) : whole
  }
  const rows = { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties
  const size = GROWS_BY_ITSELF
    ? { classNames: { input: classes['growing'] ?? '' }, styles: { input: rows } }
    : { autosize: true, minRows, maxRows }
  return (
    <Textarea
      {...rest}
      {...size}
      ref={area}
      value={value}
      onChange={(event) => {
        onWrite(event.currentTarget.value)
        follow()
      }}
      onSelect={follow}
      onBlur={() => setBegun(undefined)}
      onKeyDown={press}
      inputContainer={withList}
      {...(place ? { 'aria-autocomplete': 'list' as const } : {})}
      {...(isOpen ? { 'aria-controls': list, 'aria-activedescendant': `${list}-${chosen?.id}` } : {})}
      // Esc closes the list, and not what the text stands in.
      data-mantine-stop-propagation={isOpen || undefined}
    />
  )
}

function isWithin(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.toLowerCase())
}

function sayFound(count: number): string {
  return sayCount(count, '{count} person. Enter mentions them.', '{count} people. Arrow keys choose, Enter mentions.')
}
