// Shows groups and their numbers as a table; a second grouping makes its columns.
import { Table } from '@mantine/core'
import type { Chart } from './chart-points.ts'
import { PointLink } from './point-link.tsx'
import type { PrintMeasure } from '../use-print-measure.ts'
import { say } from '../../../words/say.ts'

interface Props {
  readonly chart: Chart
  readonly name: string
  readonly print: PrintMeasure
}

export function GroupsTable({ chart: { points, series }, name, print }: Props) {
  const hasTotal = points.every(({ written }) => written !== undefined)
  return (
    <Table.ScrollContainer minWidth={series.length > 3 ? 140 + series.length * 64 : 0}>
      <Table fz="sm">
        <caption className="unseen">{name}</caption>
        {series.length > 0 && (
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {series.map((each) => (
                <Table.Th key={each.key} scope="col" ta="right" fw={550}>
                  {each.label}
                </Table.Th>
              ))}
              {hasTotal && (
                <Table.Th scope="col" ta="right" fw={550}>
                  {say('Total')}
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
        )}
        <Table.Tbody>
          {points.map((point) => (
            <Table.Tr key={point.key}>
              <Table.Th scope="row" fw={500}>
                <PointLink point={point}>{point.label}</PointLink>
              </Table.Th>
              {series.map((each) => {
                const part = point.parts?.find(({ key }) => key === each.key)
                return (
                  <Table.Td key={each.key} ta="right">
                    {part ? <PointLink point={part}>{print(part.written ?? part.value)}</PointLink> : '–'}
                  </Table.Td>
                )
              })}
              {hasTotal && (
                <Table.Td ta="right" fw={series.length > 0 ? 600 : undefined}>
                  {print(point.written ?? point.value)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
