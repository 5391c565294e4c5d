// Saves the report of a verification as JUnit XML.
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { writeJunit } from '#shared/protocol/junit.ts'
import type { LineReport } from '#shared/protocol/verification.ts'
import { Icon } from '../../ui/icon.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly file: string
  readonly lines: readonly LineReport[]
}

export function JunitButton({ file, lines }: Props) {
  const xml = useMemo(() => writeJunit(file, lines), [file, lines])
  return (
    <Button
      component="a"
      variant="default"
      href={`data:application/xml;charset=utf-8,${encodeURIComponent(xml)}`}
      download={`${file.replace(/\.md$/, '')}.junit.xml`}
      leftSection={<Icon name="download" size={15} />}
      data-command={say('Download as JUnit XML')}
    >
      {say('JUnit XML')}
    </Button>
  )
}
