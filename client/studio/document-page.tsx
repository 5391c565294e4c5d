// Shows the page of the document.
import { Text } from '@mantine/core'
import { useDocumentText, useSpec } from '../data/spec.ts'
import { DocumentText } from './document-text.tsx'
import { StudioHead } from './studio-head.tsx'

export function DocumentPage() {
  const text = useDocumentText()
  const revision = useSpec().data?.revision
  return (
    <>
      <StudioHead title="The document">
        <Text size="sm" c="dimmed" className="numbers">
          Revision {revision}
        </Text>
      </StudioHead>
      <DocumentText text={text ?? ''} />
    </>
  )
}
