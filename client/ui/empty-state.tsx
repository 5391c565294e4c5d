// Shows an empty list with a way to go on.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'
import { Icon } from './icon.tsx'
import classes from './empty-state.module.css'

interface Props {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
}

export function EmptyState({ icon = 'leave', title, children }: Props) {
  return (
    <Stack align="center" gap="xs" px="md" py={56} ta="center">
      <span className={classes['circle']}>
        <Icon name={icon} size={22} />
      </span>
      <Text fw={600}>{title}</Text>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
    </Stack>
  )
}
