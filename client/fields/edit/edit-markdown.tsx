// Edits Markdown with a toolbar, and shows it as it will look.
import { ActionIcon } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { LongText } from '../../ui/text/long-text.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { EditProps } from '../field-view.ts'
import { EditLongText } from './edit-long-text.tsx'
import { inputProps } from './input-props.ts'
import { say } from '../../words/say.ts'
import classes from './edit-markdown.module.css'
import { MentionArea } from './mention-area.tsx'
import type { MarkdownMark } from './mark-markdown.ts'
import { markMarkdown } from './mark-markdown.ts'
import { writeText } from './write-text.ts'

interface Tool {
  readonly mark: MarkdownMark
  readonly label: string
  readonly icon: IconName
  /** With Ctrl or Command. */
  readonly key?: string
}

const TOOLS: readonly Tool[] = [
  { mark: 'bold', label: say('Bold'), icon: 'bold', key: 'b' },
  { mark: 'italic', label: say('Italic'), icon: 'italic', key: 'i' },
  { mark: 'link', label: say('Insert a link'), icon: 'link' },
  { mark: 'list', label: say('List'), icon: 'list' },
  { mark: 'numbers', label: say('Numbered list'), icon: 'numbers' },
  { mark: 'quote', label: say('Quote'), icon: 'quote' },
  { mark: 'code', label: say('Code'), icon: 'code' },
]

/** A cell has no room for a toolbar. */
export function EditMarkdown(props: EditProps) {
  return props.compact ? <EditLongText {...props} /> : <MarkdownEditor {...props} />
}

function MarkdownEditor(props: EditProps) {
  const { value, onChange, label } = props
  const text = typeof value === 'string' ? value : ''
  const [isPreview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const apply = (mark: MarkdownMark) => {
    const element = area.current
    if (!element) return
    writeText(element, markMarkdown(mark, { text, start: element.selectionStart, end: element.selectionEnd }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    apply(tool.mark)
  }
  // One stop of the keyboard: arrow keys go from mark to mark.
  const [at, setAt] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const from = buttons.findIndex((button) => button === event.target)
    if (step === undefined || from < 0) return
    event.preventDefault()
    buttons[(from + step + buttons.length) % buttons.length]?.focus()
  }
  const bar = (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the keyboard
    <div
      className={classes['bar']}
      role="toolbar"
      aria-label={say('{label}: format', { label })}
      aria-controls={props.id}
      onKeyDown={move}
    >
      {TOOLS.map(({ mark, label: name, icon }, index) => (
        <ActionIcon
          key={mark}
          size={28}
          aria-label={name}
          title={name}
          disabled={isPreview}
          tabIndex={index === at ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => apply(mark)}
        >
          <Icon name={icon} size={15} />
        </ActionIcon>
      ))}
      <Segments
        isSmall
        className={classes['switch']}
        label={say('{label}: write or preview', { label })}
        value={isPreview ? 'preview' : 'write'}
        onChange={(chosen) => setPreview(chosen === 'preview')}
        data={[
          { value: 'write', label: say('Write') },
          { value: 'preview', label: say('Preview') },
        ]}
      />
    </div>
  )
  const withBar = (input: ReactNode): ReactNode => (
    <>
      {bar}
      {isPreview && (
        <section className={classes['preview']} aria-label={say('{label}: preview', { label })}>
          {text === '' ? (
            <p className={classes['nothing']}>{say('Nothing to preview.')}</p>
          ) : (
            <LongText text={text}>{(part) => <Markdown text={part} />}</LongText>
          )}
        </section>
      )}
      {/* It stays in the page, so that its undo stays too. */}
      <div hidden={isPreview}>{input}</div>
    </>
  )
  return (
    <MentionArea
      {...inputProps(props)}
      ref={area}
      minRows={4}
      maxRows={18}
      value={text}
      onWrite={(written) => onChange(written || null)}
      onKeyDown={onKeyDown}
      inputContainer={withBar}
    />
  )
}
