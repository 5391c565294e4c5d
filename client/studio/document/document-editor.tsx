// Edits the document's text, with what is wrong beside it, and leads to publishing it.
import { Anchor, Box, Button, Group, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchRevision, useDocumentInForce, useOwnDraft, useRevision } from '../../data/administration/document.ts'
import { readDraft } from '../../data/drafts.ts'
import { Link } from 'react-router-dom'
import type { Span } from '#shared/text/span.ts'
import type { DraftBody } from '#shared/protocol/document.ts'
import { Icon } from '../../ui/icon.tsx'
import { loadPart } from '../../ui/load-page.tsx'
import { RefusalNote } from '../../refusals/refusal-note.tsx'
import { ListSkeleton, Loading } from '../../ui/skeletons.tsx'
import { say } from '../../words/say.ts'
import classes from './document-editor.module.css'
import shared from './document.module.css'
import { OutlineOfText } from './beside/outline-of-text.tsx'
import { isHelpWanted, rememberHelp } from './beside/remembered-help.ts'
import { AddMenu } from './add/add-menu.tsx'
import { DraftConflict } from './draft-conflict.tsx'
import type { DocumentDraft, UnsentDraft } from './document-draft.ts'
import { DRAFT, withLineEndsOf } from './document-draft.ts'
import { DraftNotes } from './draft-notes.tsx'
import type { Caret, OpenEditor } from './editor/code-editor.tsx'
import { CodeEditor } from './editor/code-editor.tsx'
import { goTo, selectText } from './editor/edit-view.ts'
import { RenameDialog } from './editor/rename-dialog.tsx'
import { replaceText } from './editor/replace-text.tsx'
import { TableMenu } from './editor/table/table-menu.tsx'
import type { StartText } from './new-application/use-start-text.ts'
import { useStartText } from './new-application/use-start-text.ts'
import { Problems } from './problems.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { QuestionList } from './question-list.tsx'
import { useCheckedText } from './use-checked-text.ts'
import { TryButton } from '../trial/try-button.tsx'
import { useDraftKeeper } from './use-draft-keeper.ts'

/** The pages of the help are long. */
const HelpBeside = loadPart(async () => (await import('./beside/help-beside.tsx')).HelpBeside)

/** Id of the sentence about keys. */
const KEYS = 'editor-keys'
const START: Caret = { offset: 0, isInTable: false }

interface EditorProps {
  /** `isOpened` is true if a button has just opened the editor, so that the focus moves into the text. */
  readonly isOpened: boolean
  /** A text with which a new application begins takes the place of the one that is there. */
  readonly start?: StartText | undefined
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
  // What it began with stays: a revision that somebody publishes meanwhile takes neither the editor nor its dialogs away.
  const [first, setFirst] = useState<DocumentDraft>()
  if (first) return <LoadedEditor first={first} onServer={draft ?? null} {...props} />
  if (document.error) return <RefusalNote error={document.error} onRetry={() => void document.refetch()} />
  if (own.error) return <RefusalNote error={own.error} onRetry={() => void own.refetch()} />
  if (inForce && own.isFetchedAfterMount && !(isOlder && older.isPending)) {
    // The text of an old revision may be gone: then it is compared with what is in force.
    const { number, revision, text } = older.data ?? inForce
    setFirst({ text: draft?.text ?? text, base: { number, revision, text } })
  }
  return (
    <Loading>
      <ListSkeleton rows={8} />
    </Loading>
  )
}

interface LoadedProps extends EditorProps {
  readonly first: DocumentDraft
  /** Null: the server has no draft yet. */
  readonly onServer: DraftBody | null
}

function LoadedEditor({ first, onServer, isOpened, start, onClose }: LoadedProps) {
  // What the server does not have yet goes first.
  const [unsent] = useState(() => readDraft(DRAFT) as UnsentDraft | undefined)
  const [{ text, base }, setDraft] = useState<DocumentDraft>(unsent ?? first)
  const keeper = useDraftKeeper({ onServer, unsent })
  const [isRenaming, setRenaming] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const written = text.replaceAll('\r\n', '\n')
  const { onChecked, onLost, ...findings } = useCheckedText(written)
  const [caret, setCaret] = useState<Caret>(START)
  const [isHelpOpen, setHelpOpen] = useState(isHelpWanted)
  const editor = useRef<OpenEditor>(null)
  useEffect(() => {
    if (isOpened) editor.current?.view.focus()
  }, [isOpened])
  useStartText(editor, start)
  const select = useCallback((place: Span) => {
    if (editor.current) selectText(editor.current.view, place)
  }, [])
  const isChanged = text !== base.text
  const change = (typed: string) => {
    const next = { text: withLineEndsOf(base.text, typed), base }
    setDraft(next)
    keeper.keep(next)
  }
  const close = (discarded?: DocumentDraft) => {
    keeper.end()
    onClose(discarded)
  }
  const toggleHelp = (isOpen: boolean) => {
    setHelpOpen(isOpen)
    rememberHelp(isOpen)
    if (!isOpen) editor.current?.view.focus()
  }
  const outline = {
    points: findings.points,
    diagnostics: findings.diagnostics,
    caret: caret.offset,
    onGo: (offset: number) => editor.current && goTo(editor.current.view, offset),
  }
  const settle = async (which: 'mine' | 'theirs'): Promise<void> => {
    const { theirs } = keeper
    keeper.settle(which)
    if (which === 'mine') return
    if (!theirs) return close({ text, base })
    // A text that is not kept any more: then it is compared with the one that this window began from.
    const other = theirs.base === base.number ? base : await fetchRevision(theirs.base).catch(() => base)
    replaceText(editor, theirs.text, say('This is the text of the other window now.'))
    setDraft({ text: theirs.text, base: other })
  }
  return (
    <>
      <DraftNotes state={keeper.state} base={base.number} onCompare={() => setComparing(true)} />
      {keeper.theirs !== undefined && (
        <DraftConflict theirs={keeper.theirs} mine={text} onSettle={(which) => void settle(which)} />
      )}
      <Group role="toolbar" aria-label={say('Editing')} gap="xs" mb="xs">
        <AddMenu editor={editor} />
        <TableMenu editor={editor} isInTable={caret.isInTable} />
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="edit" size={15} />}
          onClick={() => setRenaming(true)}
        >
          {say('Rename …')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="book" size={15} />}
          aria-pressed={isHelpOpen}
          onClick={() => toggleHelp(!isHelpOpen)}
        >
          {say('Help')}
        </Button>
        <Box ml="auto">
          <TryButton
            text={text}
            isWrong={findings.diagnostics?.some(({ severity }) => severity === 'error') === true}
          />
        </Box>
      </Group>
      <OutlineOfText where="above" {...outline} />
      <div className={`${shared['columns']} ${isHelpOpen ? classes['withHelp'] : ''}`}>
        <CodeEditor
          onEditor={(opened) => {
            editor.current = opened
          }}
          label={say('Text of the document')}
          describedBy={KEYS}
          text={text}
          onChange={change}
          onCaret={setCaret}
          onRename={() => setRenaming(true)}
          onChecked={onChecked}
          onLost={onLost}
          className={classes['frame']}
        />
        <div className={classes['beside']}>
          {isHelpOpen && (
            <HelpBeside editor={editor} caret={caret.offset} text={written} onClose={() => toggleHelp(false)} />
          )}
          <OutlineOfText where="beside" {...outline} />
          <Problems text={findings.text} diagnostics={findings.diagnostics} onRetry={findings.retry} onGo={select} />
          {findings.questions.length > 0 && (
            <div className={classes['problems']}>
              <QuestionList questions={findings.questions} onLine={(line) => goToLine(editor.current, line)} />
            </div>
          )}
        </div>
      </div>
      <Text size="xs" c="dimmed" mt="xs" id={KEYS}>
        {say(
          'In a table Tab goes to the next cell; Esc, then Tab, leaves the text. F2 renames, F8 goes to the next problem, F12 to where a name is declared.',
        )}
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
      {isRenaming && <RenameDialog editor={editor} published={base.text} onClose={() => setRenaming(false)} />}
      {(isPublishing || isComparing) && (
        <PublishDialog
          what={isComparing ? { text } : { text, base }}
          onClose={() => {
            setPublishing(false)
            setComparing(false)
          }}
          onPublished={() => close()}
        />
      )}
    </>
  )
}

function goToLine(editor: OpenEditor | null, line: number): void {
  if (editor === null) return
  const { doc } = editor.view.state
  const { from, to } = doc.line(Math.min(line, doc.lines))
  selectText(editor.view, { start: from, end: to })
}
