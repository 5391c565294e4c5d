// Edits the document's text, with what is wrong beside it, and leads to publishing it.
import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useDocumentInForce } from '../../data/administration/document.ts'
import { dropDraft, keepDraft, readDraft } from '../../data/drafts.ts'
import { Link } from 'react-router-dom'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { helpOnMessage } from '../help/section-of-message.ts'
import { say, sayCount } from '../../words/say.ts'
import classes from './document-editor.module.css'
import shared from './document.module.css'
import { readRemarks } from './document-remarks.ts'
import { NumberedArea } from './numbered-area.tsx'
import type { BaseRevision } from './publish-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** Key of the draft that keeps typed text across a reload. */
export const DRAFT = 'the document'

interface EditorProps {
  /** `isOpened` is true if a button has just opened the editor, so that the focus moves into the text. */
  readonly isOpened: boolean
  /** `discarded`: what was typed and not published. */
  readonly onClose: (discarded?: DocumentDraft) => void
}

export function DocumentEditor(props: EditorProps) {
  const document = useDocumentInForce()
  if (document.error) return <RefusalNote error={document.error} onRetry={() => void document.refetch()} />
  if (!document.data)
    return (
      <Loading>
        <ListSkeleton rows={8} />
      </Loading>
    )
  const { number, revision, text } = document.data
  return <LoadedEditor inForce={{ number, revision, text }} {...props} />
}

export interface DocumentDraft {
  readonly text: string
  /** Revision from which the draft was made. */
  readonly base: BaseRevision
}

function LoadedEditor({ inForce, isOpened, onClose }: EditorProps & { readonly inForce: BaseRevision }) {
  const [{ text, base }, setDraft] = useState<DocumentDraft>(
    () => (readDraft(DRAFT) as DocumentDraft | undefined) ?? { text: inForce.text, base: inForce },
  )
  const [isPublishing, setPublishing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  // Its start is where reading begins: a text area would have its end in sight.
  useEffect(() => {
    if (!isOpened) return
    area.current?.setSelectionRange(0, 0)
    area.current?.focus({ preventScroll: true })
  }, [isOpened])
  const isChanged = text !== base.text
  const change = (next: string) => {
    setDraft({ text: next, base })
    keepDraft(DRAFT, { text: next, base })
  }
  const close = (discarded?: DocumentDraft) => {
    dropDraft(DRAFT)
    onClose(discarded)
  }
  return (
    <>
      <div className={shared['columns']}>
        <Problems text={text} onLine={(line) => goTo(area.current, line)} />
        <NumberedArea area={area} label={say('Text of the document')} value={text} onChange={change} />
      </div>
      <Group mt="md" justify="flex-end">
        <Anchor component={Link} to="/studio/help/reference" size="sm" mr="auto">
          {say('How to write a document')}
        </Anchor>
        <Button variant="default" onClick={() => close(isChanged ? { text, base } : undefined)}>
          {isChanged ? say('Discard') : say('Close')}
        </Button>
        <Button onClick={() => setPublishing(true)} disabled={!isChanged}>
          {say('Review and publish')}
        </Button>
      </Group>
      {isPublishing && (
        <PublishDialog
          what={{ text, base }}
          onClose={() => setPublishing(false)}
          onPublished={({ revision }) => {
            notifications.show({ message: say('Revision {revision} is live.', { revision }) })
            close()
          }}
        />
      )}
    </>
  )
}

interface ProblemsProps {
  readonly text: string
  readonly onLine: (line: number) => void
}

/** Errors first; they are looked for when typing pauses. */
function Problems({ text, onLine }: ProblemsProps) {
  const settled = useDeferredValue(text)
  const notes = useMemo(() => {
    const all = readRemarks(settled).notes
    return ['error', 'warning'].flatMap((severity) => all.filter((note) => note.severity === severity))
  }, [settled])
  const errors = notes.filter(({ severity }) => severity === 'error').length
  return (
    <section className={`${shared['beside']} ${classes['problems']}`} aria-labelledby="problems">
      <Title order={2} id="problems" fz="h4">
        {say('Problems')}
      </Title>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {errors === 0 ? say('No errors.') : sayCount(errors, '{count} error.', '{count} errors.')}
      </Text>
      <ul className={shared['remarks']}>
        {notes.slice(0, MOST_SHOWN).map(({ line, text: message, hint, severity, code }) => (
          <li key={`${line} ${code} ${message}`} data-severity={severity}>
            <button type="button" onClick={() => onLine(line)}>
              {say('Line {line}', { line: String(line) })}
            </button>
            <span>{message}</span>
            {hint && <span className={shared['hint']}>{hint}</span>}
            <Link to={helpOnMessage(code)}>{say('Help on this')}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MOST_SHOWN = 50

/** Selects the line, and brings it into the middle of what is seen. */
function goTo(area: HTMLTextAreaElement | null, line: number): void {
  if (area === null) return
  const lines = area.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
  area.focus()
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  const height = area.scrollHeight / Math.max(1, lines.length)
  area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 2)
}
