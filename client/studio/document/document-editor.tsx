// Edits the document's text, with what is wrong beside it, and leads to publishing it.
import type { EditorView } from '@codemirror/view'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useDocumentInForce } from '../../data/administration/document.ts'
import { dropDraft, keepDraft, readDraft } from '../../data/drafts.ts'
import { Link } from 'react-router-dom'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import classes from './document-editor.module.css'
import shared from './document.module.css'
import type { DocumentDraft } from './document-draft.ts'
import { DRAFT } from './document-draft.ts'
import { CodeEditor, selectText } from './editor/code-editor.tsx'
import type { CheckedText } from './editor/language-questions.ts'
import { Problems } from './problems.tsx'
import type { BaseRevision } from './publish-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

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

function LoadedEditor({ inForce, isOpened, onClose }: EditorProps & { readonly inForce: BaseRevision }) {
  const [{ text, base }, setDraft] = useState<DocumentDraft>(
    () => (readDraft(DRAFT) as DocumentDraft | undefined) ?? { text: inForce.text, base: inForce },
  )
  const [isPublishing, setPublishing] = useState(false)
  const [checked, setChecked] = useState<{ readonly of: string; readonly found: CheckedText }>()
  const editor = useRef<EditorView>(null)
  useEffect(() => {
    if (isOpened) editor.current?.focus()
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
