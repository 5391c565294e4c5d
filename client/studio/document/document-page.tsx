// Shows the page of the document, which administrators edit in its place.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Model } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { useOwnDraft } from '../../data/administration/document.ts'
import { keepDraft, readDraft } from '../../data/drafts.ts'
import { useKnownSession } from '../../data/session.ts'
import { useDocumentText, useSpec } from '../../data/spec.ts'
import { loadPage } from '../../ui/load-page.tsx'
import { showOffer } from '../../ui/offer.tsx'
import { StudioHead } from '../studio-head.tsx'
import type { DocumentDraft, UnsentDraft } from './document-draft.ts'
import { DRAFT } from './document-draft.ts'
import { DocumentText } from './document-text.tsx'
import { DownloadButton, nameOfDownload } from './download-button.tsx'
import { ScheduledNote } from './scheduled-note.tsx'
import { NewApplicationButton } from './new-application/new-application-button.tsx'
import type { StartText } from './new-application/use-start-text.ts'
import { StartHere } from './new-application/start-here.tsx'
import { WaitingFileNote } from './waiting-file-note.tsx'
import { say } from '../../words/say.ts'

const DocumentEditor = loadPage(async () => (await import('./document-editor.tsx')).DocumentEditor)

export function DocumentPage() {
  const text = useDocumentText()
  const spec = useSpec().data
  const { administrator } = useKnownSession()
  const draft = useOwnDraft(administrator)
  /** Undefined until somebody has decided: an author with a draft goes on with it. */
  const [chosen, setEditing] = useState<boolean>()
  // A link to a line or to the questions speaks of the text that is published.
  const { hash } = useLocation()
  const [isCited] = useState(/^#(?:L\d+|questions)$/.test(hash))
  // Nothing is offered that a draft, which is still being read, would take away again.
  const mayBegin = administrator && !draft.isLoading
  const isEditing = chosen ?? (administrator && !isCited && (readDraft(DRAFT) !== undefined || Boolean(draft.data)))
  const [isOpened, setOpened] = useState(false)
  const [start, setStart] = useState<StartText>()
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  // The editor is gone with the button that closed it.
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  // The way back goes with the page, and with the person.
  const wayBack = useRef<string>(undefined)
  const hideWayBack = () => {
    if (wayBack.current !== undefined) notifications.hide(wayBack.current)
  }
  useEffect(() => hideWayBack, [])
  const edit = () => {
    hideWayBack()
    setOpened(true)
    setEditing(true)
  }
  const begin = (first: string) => {
    setStart({ text: first })
    edit()
  }
  const isUnwritten = spec !== undefined && isEmptyModel(spec.model)
  const close = (discarded?: DocumentDraft) => {
    setStart(undefined)
    setEditing(false)
    if (discarded) wayBack.current = offerUndo(discarded, edit)
  }
  return (
    <>
      <StudioHead title={say('The document')}>
        <Group gap="md">
          <Text size="sm" c="dimmed" className="numbers">
            {say('Revision {revision}', { revision: spec?.revision ?? '' })}
          </Text>
          {text !== undefined && <DownloadButton file={nameOfDownload(spec?.model.name ?? '')} text={text} />}
          {mayBegin && !(isUnwritten && !isEditing) && <NewApplicationButton hasDraft={isEditing} onChoose={begin} />}
          {mayBegin && !isEditing && (
            <Button ref={button} variant="default" onClick={edit} data-command={say('Edit the document')}>
              {say('Edit')}
            </Button>
          )}
        </Group>
      </StudioHead>
      {administrator && <WaitingFileNote />}
      {administrator && <ScheduledNote />}
      {mayBegin && isUnwritten && !isEditing && <StartHere onChoose={begin} />}
      {isEditing ? (
        <DocumentEditor isOpened={isOpened} start={start} onClose={close} />
      ) : (
        <DocumentText text={text ?? ''} />
      )}
    </>
  )
}

/** The seed and the empty nine points have nothing that could be opened. */
function isEmptyModel({ entitiesShown, screens, calls }: Model): boolean {
  return !entitiesShown && (!isShown(screens) || screens.screens.length === 0) && calls.length === 0
}

/** Gives the id of the offer. */
function offerUndo(draft: DocumentDraft, edit: () => void): string {
  const undo = () => {
    // Its draft on the server was deleted with it.
    const unsent: UnsentDraft = { ...draft, version: 0 }
    keepDraft(DRAFT, { ...unsent })
    edit()
  }
  return showOffer({ text: say('Your changes to the document are discarded.'), button: say('Undo'), onClick: undo })
}
