// Lists the first of many items, and says how many more there are.
import { List } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../../words/say.ts'

interface Props<Item> {
  readonly items: readonly Item[]
  readonly renderItem?: (item: Item) => ReactNode
}

/** More would not be read. */
const MOST_SHOWN = 30

export function ShortList<Item>({ items, renderItem = String }: Props<Item>) {
  if (items.length === 0) return null
  return (
    <List size="sm">
      {items.slice(0, MOST_SHOWN).map((item) => (
        <List.Item key={JSON.stringify(item)} className="wraps">
          {renderItem(item)}
        </List.Item>
      ))}
      {items.length > MOST_SHOWN && (
        <List.Item>{say('and {count} more', { count: items.length - MOST_SHOWN })}</List.Item>
      )}
    </List>
  )
}
