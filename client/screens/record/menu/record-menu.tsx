// Offers what is done with a record as a whole: its link, a copy of it, a print.
import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { copyOf } from '../../../data/records/copy-record.ts'
import { copyLines } from '../../form/lines/copy-lines.ts'
import type { BesidePlace } from '../../../data/record-places.ts'
import { creatableNames } from '../../../data/records/permissions.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { formScreen } from '../../../data/visible-screens.ts'
import { Icon } from '../../../ui/icon.tsx'
import { loadPart } from '../../../ui/load-page.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { TablesBeside } from './tables-beside.tsx'

const ImportDialog = loadPart(async () => (await import('../../table/import/import-dialog.tsx')).ImportDialog)

interface Props {
  readonly entity: Entity
  readonly record: RecordData
  readonly places: readonly BesidePlace[]
}

export function RecordMenu({ entity, record, places }: Props) {
  const model = useModel()
  const session = useKnownSession()
  const navigate = useNavigate()
  const [imported, setImported] = useState<Entity>()
  const form = formScreen(model, session, entity.name.identifier)
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(globalThis.location.href)
      notifications.show({ message: say('Link copied.'), color: 'green' })
    } catch {
      notifications.show({
        message: say('Your browser did not copy it. The link is {href}', { href: globalThis.location.href }),
      })
    }
  }
  const duplicate = async () => {
    const values = copyOf(entity, record, creatableNames(model, session, entity.name.identifier))
    try {
      const lines = await copyLines(model, session, entity, record.id)
      if (form) void navigate(form.route, { state: { copy: { ...values, ...lines } } })
    } catch {
      notifications.show({ message: say('The lines could not be read. Try again.'), color: 'orange' })
    }
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={say('More for this {name}', { name: withinSentence(entity.name.label) })}
          >
            <Icon name="more" size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="link" size={15} />} onClick={() => void copyLink()}>
            {say('Copy link')}
          </Menu.Item>
          {form && (
            <Menu.Item leftSection={<Icon name="copy" size={15} />} onClick={() => void duplicate()}>
              {say('Duplicate')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Icon name="print" size={15} />} onClick={() => globalThis.print()}>
            {say('Print')}
          </Menu.Item>
          {places.map((place) => (
            <TablesBeside key={place.name} {...place} record={record.id} onImport={setImported} />
          ))}
        </Menu.Dropdown>
      </Menu>
      {imported && <ImportDialog entity={imported} onClose={() => setImported(undefined)} />}
    </>
  )
}
