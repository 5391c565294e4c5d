// Shows one filter as a sentence that can be changed and taken away.
import { CloseButton, Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { describeFilterPart } from '../../../data/filters/describe-filter-part.ts'
import type { FilterCondition } from '../../../data/filters/filter-condition.ts'
import { ME } from '../../../data/filters/filter-condition.ts'
import { useTitles } from '../../../data/records/related-records.ts'
import { usePrinting } from '../../../fields/use-printing.ts'
import { useTopLayer } from '../../../ui/dialog/use-top-layer.ts'
import { loadPart } from '../../../ui/load-page.tsx'
import { say } from '../../../words/say.ts'
import classes from './filters.module.css'
import type { FilterField } from './offered-filters.ts'

const ConditionForm = loadPart(async () => (await import('./condition-form.tsx')).ConditionForm)

interface Props {
  readonly field: FilterField
  readonly condition: FilterCondition
  /** Undefined: it is taken away. */
  readonly onChange: (condition: FilterCondition | undefined) => void
}

export function FilterPill({ field, condition, onChange }: Props) {
  const [open, setOpen] = useState(false)
  useTopLayer(open)
  const { type } = field.field
  const ids = type.kind === 'relation' ? condition.values.filter((value) => value !== ME) : []
  const titles = useTitles(type.kind === 'relation' ? type.entity : undefined, ids)
  const said = describeFilterPart(field.field, field.label, condition, { titles, printing: usePrinting() })
  const sentence = `${said.field} ${said.operator} ${said.value}`.trim()
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" shadow="md" trapFocus returnFocus width={300}>
      <span className={classes['pill']}>
        <Popover.Target>
          <UnstyledButton
            className={classes['sentence'] ?? ''}
            aria-haspopup="dialog"
            aria-label={say('Change the filter: {sentence}', { sentence })}
            onClick={() => setOpen(!open)}
          >
            {said.field} <span className={classes['operator']}>{said.operator}</span> <strong>{said.value}</strong>
          </UnstyledButton>
        </Popover.Target>
        <CloseButton
          size="sm"
          mx={4}
          aria-label={say('Remove the filter: {sentence}', { sentence })}
          onClick={() => onChange(undefined)}
        />
      </span>
      <Popover.Dropdown>
        <ConditionForm
          field={field}
          condition={condition}
          onApply={(next) => {
            onChange(next)
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
