// Builds the condition of a rule from a field, a comparison and a value, for people who write no expressions.
import { Autocomplete, Fieldset, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Comparison } from '#shared/language/adding/condition.ts'
import { COMPARISONS, comparisonsFor, takesValue, writeCondition } from '#shared/language/adding/condition.ts'
import type { KnownField } from '#shared/language/adding/known-parts.ts'
import { say } from '../../../words/say.ts'
import classes from './entity-fields.module.css'

interface Props {
  readonly fields: readonly KnownField[]
  readonly onChange: (condition: string) => void
}

export function RuleCondition({ fields, onChange }: Props) {
  const [chosen, setChosen] = useState<KnownField>()
  const [comparison, setComparison] = useState<Comparison>('filled')
  const [value, setValue] = useState('')
  const write = (field: KnownField, how: Comparison, typed: string) => {
    setChosen(field)
    setComparison(how)
    setValue(typed)
    if (!takesValue(how) || typed.trim() !== '') onChange(writeCondition(field, how, typed, othersOf(field)))
  }
  const othersOf = (field: KnownField) => fields.filter((each) => each !== field && each.kind === field.kind)
  if (fields.length === 0) return null
  const offered = chosen === undefined ? [] : offeredFor(chosen, comparison, othersOf(chosen))
  return (
    <Fieldset legend={say('What must be true')}>
      <div className={classes['row']}>
        <NativeSelect
          label={say('Field')}
          value={chosen?.identifier ?? ''}
          data={[
            { value: '', label: say('Choose a field') },
            ...fields.map(({ identifier, label }) => ({ value: identifier, label })),
          ]}
          onChange={(event) => {
            const field = fields.find(({ identifier }) => identifier === event.currentTarget.value)
            if (field === undefined) setChosen(undefined)
            else write(field, comparisonsFor(field)[0] ?? 'filled', '')
          }}
        />
        {chosen !== undefined && (
          <NativeSelect
            label={say('Comparison')}
            value={comparison}
            data={comparisonsFor(chosen).map((each) => ({ value: each, label: sayComparison(each, chosen) }))}
            onChange={(event) => {
              const how = COMPARISONS.find((each) => each === event.currentTarget.value)
              if (how !== undefined) write(chosen, how, value)
            }}
          />
        )}
        {chosen !== undefined && takesValue(comparison) && (
          <Autocomplete
            label={say('Value or field')}
            data={[...offered]}
            value={value}
            autoComplete="off"
            onChange={(typed) => write(chosen, comparison, typed)}
          />
        )}
      </div>
    </Fieldset>
  )
}

function offeredFor(
  { words, family, kind }: KnownField,
  comparison: Comparison,
  others: readonly KnownField[],
): readonly string[] {
  if (comparison === 'characters') return []
  if (family === 'word') return words
  const now = family === 'day' ? [kind === 'date' ? 'today' : 'now'] : []
  return [...new Set([...now, ...others.map(({ label }) => label)])]
}

function sayComparison(comparison: Comparison, { family }: KnownField): string {
  const isTime = family === 'day' || family === 'time'
  switch (comparison) {
    case 'filled':
      return say('is filled in')
    case 'is':
      return say('is')
    case 'is not':
      return say('is not')
    case 'at least':
      return isTime ? say('is on or after') : say('is at least')
    case 'more than':
      return isTime ? say('is after') : say('is more than')
    case 'at most':
      return isTime ? say('is on or before') : say('is at most')
    case 'less than':
      return isTime ? say('is before') : say('is less than')
    case 'characters':
      return say('has at least so many characters')
    case 'yes':
      return say('is yes')
    case 'no':
      return say('is not yes')
  }
}
