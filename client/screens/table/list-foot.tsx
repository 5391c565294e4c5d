// Says how many records of a list are loaded, and loads more by the keyboard.
import { Button, Group, Text } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import type { usePages } from '../../data/records/record-queries.ts'
import { absentCreation, ExplainMissing } from '../../refusals/explain/explain-missing.tsx'
import { say } from '../../words/say.ts'

interface Props {
  readonly entity: Entity
  readonly pages: ReturnType<typeof usePages>
  readonly shown: number
  /** Undefined: not known. */
  readonly count: number | undefined
}

export function ListFoot({ entity, pages, shown, count }: Props) {
  const { creatable } = usePermissions(entity)
  return (
    <Group justify="space-between" mt="xs" mih={36} flex="none">
      <Text size="sm" c="dimmed" role="status" className="numbers">
        {count !== undefined && shown > 0 && say('{shown} of {count}', { shown, count })}
      </Text>
      <Group gap="xs">
        <ExplainMissing path={`/api/${entity.path}?limit=1`} isList actions={absentCreation(entity, creatable)} />
        {pages.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {say('Load more')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
