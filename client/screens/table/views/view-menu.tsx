// Offers what is done with a saved view more seldom than saving its changes.
import { ActionIcon, Menu } from '@mantine/core'
import type { RefObject } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { say } from '../../../words/say.ts'

interface Props {
  readonly place: RefObject<HTMLButtonElement | null>
  /** Callbacks of the menu. An absent one is not offered. */
  readonly onDiscard?: () => void
  readonly onSaveNew?: () => void
  readonly onRename?: () => void
  readonly onDelete?: () => void
}

export function ViewMenu({ place, onDiscard, onSaveNew, onRename, onDelete }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={place} variant="subtle" color="gray" size={30} aria-label={say('More for this view')}>
          <Icon name="more" size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onDiscard && (
          <Menu.Item hiddenFrom="sm" onClick={onDiscard}>
            {say('Discard changes')}
          </Menu.Item>
        )}
        {onSaveNew && <Menu.Item onClick={onSaveNew}>{say('Save as a new view …')}</Menu.Item>}
        {onRename && <Menu.Item onClick={onRename}>{say('Rename …')}</Menu.Item>}
        {onDelete && <Menu.Item onClick={onDelete}>{say('Delete view')}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
