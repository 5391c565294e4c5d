// Shows beside the editor the section of the reference about the place of the caret.
import { CloseButton, Group, Text, Title } from '@mantine/core'
import type { MouseEvent, RefObject } from 'react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Markdown } from '../../../ui/text/markdown.tsx'
import { say } from '../../../words/say.ts'
import { HELP_PAGES } from '../../help/help-pages.ts'
import type { HelpSection } from '../../help/read-sections.ts'
import { helpPath } from '../../help/read-sections.ts'
import type { OpenEditor } from '../editor/code-editor.tsx'
import { helpAtPlace } from './help-at-place.ts'
import classes from './help-beside.module.css'

interface Props {
  readonly editor: RefObject<OpenEditor | null>
  /** Offset of the caret, and the text around it: each may bring another section. */
  readonly caret: number
  readonly text: string
  readonly onClose: () => void
}

/** The section follows when the caret rests. */
const PAUSE_MILLISECONDS = 250

export function HelpBeside({ editor, caret, text, onClose }: Props) {
  const [atCaret, setAtCaret] = useState('writing')
  /** A section that a link was followed to, until the caret comes to another place. */
  const [followed, setFollowed] = useState<{ readonly page: string; readonly anchor: string }>()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    let isOver = false
    const look = async (): Promise<void> => {
      const open = editor.current
      const place = await open?.service.ask(open.view.state.doc.toString(), { kind: 'place', offset: caret })
      if (isOver) return
      const anchor = helpAtPlace(place)
      setAtCaret((before) => {
        if (before !== anchor) setFollowed(undefined)
        return anchor
      })
    }
    const timer = window.setTimeout(() => void look(), PAUSE_MILLISECONDS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [editor, caret, text])
  const { page, anchor } = followed ?? { page: 'reference', anchor: atCaret }
  useEffect(() => {
    panel.current?.scrollTo(0, 0)
  }, [page, anchor])
  const [section, ...below] = sectionsAt(page, anchor)
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const target = /^\/studio\/help\/([\w-]+)(?:#(.+))?$/.exec(link?.getAttribute('href') ?? '')
    if (target === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    setFollowed({ page: target[1] ?? '', anchor: target[2] ?? '' })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable
    <aside ref={panel} className={classes['panel']} aria-label={say('Help on this place')} tabIndex={0}>
      <Group justify="space-between" wrap="nowrap" className={classes['head']}>
        <Title order={2} fz="h5" lang="en">
          {section?.title}
        </Title>
        <CloseButton aria-label={say('Close the help')} onClick={onClose} />
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- links answer to the keyboard themselves, by a click */}
      <div onClickCapture={follow} lang="en" className={classes['text']}>
        <Markdown text={section?.body ?? ''} />
        {below.length > 0 && (
          <ul>
            {below.map((each) => (
              <li key={each.anchor}>
                <Link to={helpPath(each.page, each.anchor)}>{each.title}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Text size="sm">
        <Link to={helpPath(page, anchor)}>{say('Open the whole page')}</Link>
      </Text>
    </aside>
  )
}

/** A section, and those that stand in it. */
function sectionsAt(page: string, anchor: string): readonly HelpSection[] {
  const sections = HELP_PAGES.find(({ key }) => key === page)?.sections ?? []
  const at = Math.max(
    0,
    sections.findIndex((each) => each.anchor === anchor),
  )
  const level = sections[at]?.level ?? 1
  const end = sections.findIndex((each, index) => index > at && each.level <= level)
  return sections.slice(at, end < 0 ? undefined : end)
}
