// Groups and their numbers as a plain table.
import { Table } from '@mantine/core'
import { usePrinting } from '../../fields/printing.ts'
import type { Point } from './points.ts'

export function GroupsTable({ points, name }: { readonly points: readonly Point[]; readonly name: string }) {
  const { formatters } = usePrinting()
  return (
    <Table fz="sm">
      <caption className="unseen">{name}</caption>
      <Table.Tbody>
        {points.map((point) => (
          <Table.Tr key={point.key}>
            <Table.Th scope="row" fw={500}>
              {point.label}
            </Table.Th>
            <Table.Td ta="right">{formatters.number(point.value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
