// Says what an import would do: what is created and changed, what is left out, and which rows are refused.
import { List, Stack, Text, Title } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody, ImportColumn, ImportError } from '#shared/protocol/import.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import { CitedRow } from '../../../shell/cited-row.tsx'
import { say, sayCount } from '../../../words/say.ts'
import classes from './import-report.module.css'
import { sayRanges } from './say-ranges.ts'

interface Props {
  readonly entity: Entity
  readonly answer: ImportBody
}

export function ImportReport({ entity, answer: { created, updated, refused, rows, columns, errors, stopped } }: Props) {
  const left = columns.filter(({ leftOut }) => leftOut !== undefined)
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        {rows === 0
          ? say('The table has no rows.')
          : refused > 0
            ? sayCount(
                refused,
                '{count} row is refused. Nothing is imported until it is mended in the file.',
                '{count} rows are refused. Nothing is imported until they are mended in the file.',
              )
            : sayPlanned(created, updated)}
      </Text>
      {stopped && (
        <Text size="sm">
          {say(
            'The trial stopped at line {line}: too many rows have values that belong to records which you may not see. The rows after it were not tried.',
            { line: stopped.line },
          )}
        </Text>
      )}
      {left.length > 0 && (
        <section>
          <Title order={3} fz="sm" mb={4}>
            {say('Columns left out')}
          </Title>
          <List size="sm" c="dimmed" withPadding>
            {left.map((column, at) => (
              <List.Item key={`${column.heading} ${at}`}>
                {say('{column}: {reason}', { column: column.heading || '–', reason: reasonOf(column) })}
              </List.Item>
            ))}
          </List>
        </section>
      )}
      {errors.length > 0 && (
        <section aria-label={say('Refused')}>
          <Title order={3} fz="sm" mb={4}>
            {say('Refused')}
          </Title>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable */}
          <div className={classes['refused']} tabIndex={0} role="region" aria-label={say('Refused rows')}>
            <List size="sm" listStyleType="none">
              {groupErrors(entity, errors).map(({ sentence, lines, source }) => (
                <List.Item key={sentence}>
                  <strong>{sayLines(lines)}</strong>: {sentence}
                  {source && <CitedRow cite={source} />}
                </List.Item>
              ))}
            </List>
          </div>
        </section>
      )}
    </Stack>
  )
}

function sayPlanned(created: number, updated: number): string {
  if (updated === 0) return say('{count} will be created.', { count: created })
  return created === 0
    ? say('{count} will be changed.', { count: updated })
    : say('{created} will be created, {updated} changed.', { created, updated })
}

function reasonOf({ leftOut }: ImportColumn): string {
  switch (leftOut) {
    case 'twice':
      return say('this field has a column already')
    case 'set by the system':
      return say('the application sets it')
    case 'holds files':
      return say('a table holds no files')
    case 'not granted':
      return say('you may not import it')
    default:
      return say('there is no such field')
  }
}

/** What is wrong with many rows is said once. */
function groupErrors(entity: Entity, errors: readonly ImportError[]) {
  const grouped = Map.groupBy(errors, (error) => sentenceOf(entity, error))
  return [...grouped].map(([sentence, all]) => ({
    sentence,
    lines: [...new Set(all.map(({ line }) => line))],
    source: all[0]?.source,
  }))
}

function sayLines(lines: readonly number[]): string {
  return lines.length === 1
    ? say('Line {line}', { line: lines[0] ?? 0 })
    : say('Lines {lines}', { lines: sayRanges(lines) })
}

/** Most messages name their field. */
function sentenceOf(entity: Entity, { field: name, message }: ImportError): string {
  const field = entity.fields.get(name ?? '')
  const label = field && fieldLabel(field)
  return label === undefined || message.includes(label) ? message : `${label}: ${message}`
}
