// Edits lines as a grid: Tab and Enter go through the cells, and a new line begins below the last.
import { Button, Group, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { fieldLabel } from '../../../data/field-label.ts'
import { fieldView } from '../../../fields/registry.ts'
import { CitedRow } from '../../../refusals/cited-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useScrollEdges } from '../../../ui/scroll/use-scroll-edges.ts'
import type { RecordForm } from '../use-record-form.ts'
import type { FormPart } from './form-lines.ts'
import { columnSize } from './column-size.ts'
import { LineCards } from './line-cards.tsx'
import { withinSentence } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import classes from './line-grid.module.css'
import { LineRow } from './line-row.tsx'
import { LineTotals } from './line-totals.tsx'
import { focusLineCell, useLineMoves } from './use-line-moves.ts'

interface Props {
  readonly part: FormPart
  readonly form: RecordForm
}

export function LineGrid({ part, form }: Props) {
  const isWide = useMediaQuery('(min-width: 48em)', globalThis.matchMedia('(min-width: 48em)').matches)
  const moves = useLineMoves(part, form)
  const lines = form.linesOf(part)
  const id = form.idOf(`${part.name}-title`)
  const line = say('Add {name}', { name: withinSentence(part.entity.name.label) })
  return (
    <div role="group" aria-labelledby={id} className={classes['part'] ?? ''}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {part.part.label}
        </Title>
        {isWide && <Hints part={part} />}
      </Group>
      {isWide ? <Grid part={part} form={form} moves={moves} /> : <LineCards part={part} form={form} moves={moves} />}
      <NumberError part={part} form={form} />
      <div className={classes['foot']}>
        {part.creatable.size > 0 && (
          <Button
            id={form.idOf(part.name)}
            variant="default"
            size="sm"
            leftSection={<Icon name="plus" size={15} />}
            onClick={moves.add}
          >
            {line}
          </Button>
        )}
        {part.isWhole && <LineTotals part={part} record={form.record} errorAt={form.errorAt} />}
      </div>
      <div className={moves.undo ? classes['pasted'] : ''}>
        {/* Said to those who do not see the line come or go. */}
        <div role="status" className={moves.undo ? '' : 'unseen'}>
          {moves.said}
        </div>
        {moves.undo && (
          <Button variant="subtle" size="compact-sm" onClick={moves.undo}>
            {say('Undo')}
          </Button>
        )}
      </div>
      {lines.length === 0 && part.creatable.size === 0 && (
        <Text size="sm" c="dimmed">
          {say('There are none.')}
        </Text>
      )}
    </div>
  )
}

interface GridProps extends Props {
  readonly moves: ReturnType<typeof useLineMoves>
}

function Grid({ part, form, moves }: GridProps) {
  const place = useRef<HTMLDivElement>(null)
  // A new line is written into at once.
  useEffect(() => {
    const wanted = moves.takeWanted()
    if (wanted !== undefined && place.current) focusLineCell(place.current, wanted)
  })
  const lines = form.linesOf(part)
  const edges = useScrollEdges(place)
  // What is moved sideways can be reached, and moved by the arrow keys.
  const moved = edges.before || edges.after ? { tabIndex: 0, role: 'region', 'aria-label': part.part.label } : {}
  return (
    <div
      className={classes['frame']}
      hidden={lines.length === 0}
      data-before={edges.before || undefined}
      data-after={edges.after || undefined}
    >
      <div ref={place} className={classes['scroll']} {...moved}>
        <table className={classes['grid']}>
          <thead>
            <tr>
              {part.columns.map((field) => {
                const { numeric } = fieldView(field.type.kind)
                return (
                  <th
                    key={field.name.identifier}
                    scope="col"
                    className={numeric ? classes['numeric'] : ''}
                    style={columnSize(field)}
                    title={field.meaning || undefined}
                  >
                    {fieldLabel(field)}
                    {field.required === true && !field.computed && (
                      <span className={classes['needed']} aria-hidden="true">
                        {' *'}
                      </span>
                    )}
                  </th>
                )
              })}
              <th scope="col" className={part.order ? classes['movable'] : classes['tools']}>
                <span className="unseen">{say('What can be done')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((each, index) => (
              <LineRow key={each.key} part={part} form={form} moves={moves} line={each} index={index} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Hints({ part }: { readonly part: FormPart }) {
  const hints = [
    ...(part.creatable.size > 0 ? [say('Enter for the next line')] : []),
    ...(part.order ? [say('Alt+↑ ↓ moves the line')] : []),
  ]
  return (
    <Text size="xs" c="dimmed" className={classes['hints'] ?? ''}>
      {hints.join(' · ')}
    </Text>
  )
}

function NumberError({ part, form }: Props) {
  const error = form.errorAt(part.name)
  if (!error) return null
  return (
    <div role="alert" className={classes['wrong']}>
      {error.message}
      {error.cites && <CitedRow cite={error.cites} />}
    </div>
  )
}
