// Asks for one condition: the operator and the value.
import { Button, NativeSelect, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { operatorLabel } from '../../../data/filters/describe-filter-part.ts'
import type { FilterCondition } from '../../../data/filters/filter-condition.ts'
import { conditionText } from '../../../data/filters/filter-condition.ts'
import type { FilterOperator } from '../../../data/filters/filter-operators.ts'
import { needsValue, operatorsOf } from '../../../data/filters/filter-operators.ts'
import { ConditionValue } from './condition-value.tsx'
import type { FilterField } from './offered-filters.ts'
import { say } from '../../../words/say.ts'

interface Props {
  readonly field: FilterField
  /** Absent: a new one. */
  readonly condition?: FilterCondition
  readonly onApply: (condition: FilterCondition) => void
}

export function ConditionForm({ field: { path, label, field }, condition, onApply }: Props) {
  const first = useRef<HTMLSelectElement>(null)
  // It may come later than the box around it, which then has the keyboard already.
  useEffect(() => first.current?.focus(), [])
  const operators = operatorsOf(field)
  const [operator, setOperator] = useState<FilterOperator>(condition?.operator ?? operators[0] ?? 'is')
  const [values, setValues] = useState<readonly string[]>(condition?.values ?? [])
  const given: FilterCondition = { field: path, operator, values: needsValue(operator) ? values : [] }
  const isWhole = conditionText(field, given) !== undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isWhole) onApply(given)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          ref={first}
          label={label}
          data={operators.map((each) => ({ value: each, label: operatorLabel(field.type, each) }))}
          value={operator}
          onChange={(event) => {
            const next = operators.find((each) => each === event.currentTarget.value)
            if (next === undefined) return
            // Another kind of value is asked for: what was given is none.
            if (formOf(next) !== formOf(operator)) setValues([])
            setOperator(next)
          }}
        />
        {needsValue(operator) && (
          <ConditionValue label={label} field={field} operator={operator} values={values} onChange={setValues} />
        )}
        <Button type="submit" disabled={!isWhole}>
          {say('Apply')}
        </Button>
      </Stack>
    </form>
  )
}

function formOf(operator: FilterOperator): string {
  if (operator === 'within') return 'calendar'
  return operator === 'last' || operator === 'next' ? 'span' : 'value'
}
