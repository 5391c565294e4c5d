// Shows groups and their numbers as a table.
import { Table } from '@mantine/core'
import { PointLink } from './point-link.tsx'
import type { ChartPoint } from './chart-points.ts'
import type { PrintNumber } from './use-print-measure.ts'

interface Props {
  readonly points: readonly ChartPoint[]
  readonly name: string
  readonly print: PrintNumber
}

export function GroupsTable({ points, name, print }: Props) {
  return (
    <Table fz="sm">
      <caption className="unseen">{name}</caption>
      <Table.Tbody>
        {points.map((point) => (
          <Table.Tr key={point.key}>
            <Table.Th scope="row" fw={500}>
              <PointLink point={point}>{point.label}</PointLink>
            </Table.Th>
            <Table.Td ta="right">{print(point.value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
