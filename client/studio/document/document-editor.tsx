// Edits the document's text, with what is wrong beside it, and leads to publishing it.
import type { EditorView } from '@codemirror/view'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useDocumentInForce, useOwnDraft, useRevision } from '../../data/administration/document.ts'
import { readDraft } from '../../data/drafts.ts'
import { Link } from 'react-router-dom'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import classes from './document-editor.module.css'
import shared from './document.module.css'
import type { DocumentDraft } from './document-draft.ts'
import { DRAFT } from './document-draft.ts'
import { DraftNotes } from './draft-notes.tsx'
import { CodeEditor, selectText } from './editor/code-editor.tsx'
import type { CheckedText } from './editor/language-questions.ts'
import { Problems } from './problems.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { useDraftKeeper } from './use-draft-keeper.ts'

/** Id of the sentence about keys. */
const KEYS = 'editor-keys'

interface EditorProps {
  /** `isOpened` is true if a button has just opened the editor, so that the focus moves into the text. */
  readonly isOpened: boolean
  /** `discarded`: what was typed and not published. */
  readonly onClose: (discarded?: DocumentDraft) => void
}

export function DocumentEditor(props: EditorProps) {
  const document = useDocumentInForce()
  const own = useOwnDraft(true)
  const { data: inForce } = document
  const draft = own.data ?? undefined
  const isOlder = draft !== undefined && inForce !== undefined && draft.base !== inForce.number
  const older = useRevision(isOlder ? draft.base : undefined)
  if (document.error) return <RefusalNote error={document.error} onRetry={() => void document.refetch()} />
  if (own.error) return <RefusalNote error={own.error} onRetry={() => void own.refetch()} />
  if (!inForce || !own.isFetchedAfterMount || (isOlder && older.isPending))
    return (
      <Loading>
        <ListSkeleton rows={8} />
      </Loading>
    )
  // The text of an old revision may be gone: then it is compared with what is in force.
  const { number, revision, text } = older.data ?? inForce
  const base = { number, revision, text }
  return <LoadedEditor first={{ text: draft?.text ?? text, base }} version={draft?.version ?? 0} {...props} />
}

interface LoadedProps extends EditorProps {
  readonly first: DocumentDraft
  /** 0: the server has no draft yet. */
  readonly version: number
}

function LoadedEditor({ first, version, isOpened, onClose }: LoadedProps) {
  // What the server does not have yet goes first.
  const [{ text, base }, setDraft] = useState<DocumentDraft>(
    () => (readDraft(DRAFT) as DocumentDraft | undefined) ?? first,
  )
  const keeper = useDraftKeeper(version)
  const [isComparing, setComparing] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const [checked, setChecked] = useState<{ readonly of: string; readonly found: CheckedText }>()
  const editor = useRef<EditorView>(null)
  useEffect(() => {
    if (isOpened) editor.current?.focus()
  }, [isOpened])
  const isChanged = text !== base.text
  const change = (next: string) => {
    setDraft({ text: next, base })
    keeper.keep({ text: next, base })
  }
  const close = (discarded?: DocumentDraft) => {
    void keeper.end()
    onClose(discarded)
  }
  return (
    <>
      <DraftNotes state={keeper.state} base={base.number} onCompare={() => setComparing(true)} />
      <div className={shared['columns']}>
        <CodeEditor
          onEditor={(view) => {
            editor.current = view
          }}
          label={say('Text of the document')}
          describedBy={KEYS}
          text={text}
          onChange={change}
          onChecked={(found, of) => setChecked({ of, found })}
          className={classes['frame']}
        />
        <div className={classes['beside']}>
          <Problems
            text={checked?.of ?? ''}
            diagnostics={checked?.found.diagnostics}
            onGo={(start, end) => selectText(editor.current, start, end)}
          />
        </div>
      </div>
      <Text size="xs" c="dimmed" mt="xs" id={KEYS}>
        {say('Press Esc, then Tab, to leave the text. F8 goes to the next problem, F12 to where a name is declared.')}
      </Text>
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
      {(isPublishing || isComparing) && (
        <PublishDialog
          what={isComparing ? { text } : { text, base }}
          onClose={() => {
            setPublishing(false)
            setComparing(false)
          }}
          onPublished={({ revision }) => {
            notifications.show({ message: say('Revision {revision} is live.', { revision }) })
            close()
          }}
        />
      )}
    </>
  )
}
