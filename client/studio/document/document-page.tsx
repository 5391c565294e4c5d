// Shows the page of the document, which administrators edit in its place.
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { readDraft } from '../../data/drafts.ts'
import { useKnownSession } from '../../data/session.ts'
import { useDocumentText, useSpec } from '../../data/spec.ts'
import { StudioHead } from '../studio-head.tsx'
import { DocumentEditor, DRAFT } from './document-editor.tsx'
import { DocumentText } from './document-text.tsx'
import { say } from '../../words/say.ts'

export function DocumentPage() {
  const text = useDocumentText()
  const revision = useSpec().data?.revision
  const { administrator } = useKnownSession()
  const [isEditing, setEditing] = useState(() => administrator && readDraft(DRAFT) !== undefined)
  return (
    <>
      <StudioHead title={say('The document')}>
        <Group gap="md">
          <Text size="sm" c="dimmed" className="numbers">
            {say('Revision {revision}', { revision: revision ?? '' })}
          </Text>
          {administrator && !isEditing && (
            <Button variant="default" onClick={() => setEditing(true)} data-command={say('Edit the document')}>
              {say('Edit')}
            </Button>
          )}
        </Group>
      </StudioHead>
      {isEditing ? <DocumentEditor onClose={() => setEditing(false)} /> : <DocumentText text={text ?? ''} />}
    </>
  )
}
