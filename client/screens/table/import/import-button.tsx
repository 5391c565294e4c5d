// Opens the import of a table, for those who may import records of the list.
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { usePermissions } from '../../../data/records/permissions.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import { say } from '../../../words/say.ts'

const ImportDialog = loadPart(async () => (await import('./import-dialog.tsx')).ImportDialog)

export function ImportButton({ entity }: { readonly entity: Entity }) {
  const { importable } = usePermissions(entity)
  const [isOpen, setOpen] = useState(false)
  if (!importable) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="upload" size={15} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        data-command={say('Import a table')}
      >
        <span data-word>{say('Import')}</span>
      </Button>
      {isOpen && <ImportDialog entity={entity} onClose={() => setOpen(false)} />}
    </>
  )
}
