// Says what an import would create and change, and which columns and rows it leaves out, and why.
import { List, Stack, Text, Title } from '@mantine/core'
import type { Entity } from '#shared/model/model.ts'
import type { ImportBody, ImportError } from '#shared/protocol/import.ts'
import { fieldLabel } from '../../../data/field-label.ts'
import { CitedRow } from '../../../refusals/cited-row.tsx'
import { say, sayCount } from '../../../words/say.ts'
import classes from './import-dialog.module.css'
import { sayRanges } from './say-ranges.ts'

interface Props {
  readonly entity: Entity
  readonly outcome: ImportBody
}

export function ImportTrial({ entity, outcome }: Props) {
  const { rows, columns, errors, stopped } = outcome
  const left = columns.filter(({ leftOut }) => leftOut !== undefined)
  return (
    <Stack gap="sm">
      <Text role="status" fw={600}>
        {rows === 0 ? say('The table has no rows.') : sayOutcome(outcome)}
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
        <Text size="sm" c="dimmed">
          {say('Columns left out: {columns}.', {
            columns: left.map(({ heading, position }) => heading || say('Column {position}', { position })).join(', '),
          })}
        </Text>
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

function sayOutcome({ created, updated, unchanged, refused }: ImportBody): string {
  if (refused === 0) return sayPlanned(created, updated, unchanged)
  const wrong = sayCount(
    refused,
    '{count} row is refused. Fix it in the file and choose it again.',
    '{count} rows are refused. Fix these rows in the file and choose it again.',
  )
  if (created + updated === 0) return wrong
  return `${wrong} ${say('Or import the others now, and get the refused ones as a file.')}`
}

function sayPlanned(created: number, updated: number, unchanged: number): string {
  const same = sayCount(unchanged, '{count} row changes nothing.', '{count} rows change nothing.')
  if (created + updated === 0 && unchanged > 0) return same
  const planned = sayPlannedChanges(created, updated)
  return unchanged === 0 ? planned : `${planned} ${same}`
}

function sayPlannedChanges(created: number, updated: number): string {
  if (updated === 0) return say('{count} will be created.', { count: created })
  return created === 0
    ? say('{count} will be changed.', { count: updated })
    : say('{created} will be created, {updated} changed.', { created, updated })
}

/** Groups errors by their sentence, so that a problem of many rows is reported once. */
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
    ? say('Line {line}', { line: String(lines[0] ?? 0) })
    : say('Lines {lines}', { lines: sayRanges(lines) })
}

/** Most messages name their field. */
function sentenceOf(entity: Entity, { field: name, message }: ImportError): string {
  const field = entity.fields.get(name ?? '')
  const label = field && fieldLabel(field)
  return label === undefined || message.includes(label) ? message : `${label}: ${message}`
}
