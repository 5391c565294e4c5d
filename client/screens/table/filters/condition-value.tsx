// Asks for the value of a condition, by the type of its field.
import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { wordsOf } from '#shared/fields/choice.ts'
import { durationOf } from '#shared/fields/duration.ts'
import { writeDuration } from '#shared/fields/reading/read-duration.ts'
import { writeClockTime } from '#shared/fields/reading/read-time.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { WITHIN } from '../../../data/filters/describe-filter-part.ts'
import { ME } from '../../../data/filters/filter-condition.ts'
import type { FilterOperator } from '../../../data/filters/filter-operators.ts'
import type { SpanUnit } from '../../../data/filters/relative-span.ts'
import { readSpan, writeSpan } from '../../../data/filters/relative-span.ts'
import { useCandidates } from '../../../data/records/related-records.ts'
import { writeNumberText } from '../../../fields/edit/number-text.ts'
import { useKnownSession } from '../../../data/session.ts'
import { labelOf } from '../../../words/label-of.ts'
import { decimalSign, formatLocale } from '../../../words/language.ts'
import { say } from '../../../words/say.ts'
import { ConditionDay } from './condition-day.tsx'
import type { TypedCondition } from './use-typed-condition.ts'
import { useTypedCondition } from './use-typed-condition.ts'
import scroll from '../../../ui/scroll.module.css'

interface Props {
  readonly label: string
  readonly field: Field
  readonly operator: FilterOperator
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

export function ConditionValue(props: Props) {
  const { label, field, operator, values, onChange } = props
  const [value = ''] = values
  const set = (text: string) => onChange(text === '' ? [] : [text])
  const { type } = field
  if (type.kind === 'relation') return <RecordValues {...props} entity={type.entity} />
  switch (familyOf(type)) {
    case 'word':
    case 'words': {
      const words = wordsOf(type)
      const options = words.map(({ word }) => ({ value: word, label: labelOf(words, word) }))
      return <Options label={label} options={options} values={values} onChange={onChange} />
    }
    case 'flag':
      return <Choice label={label} options={FLAGS} value={value} onChange={set} />
    case 'duration':
      return <TypedLine label={label} field={field} value={value} onChange={set} write={writeLength} />
    case 'day':
      if (operator === 'within') return <Choice label={label} options={WITHIN} value={value} onChange={set} />
      if (operator === 'last' || operator === 'next')
        return <Span value={value} units={fieldType(type.kind).precision === 'day' ? DAYS : MOMENTS} onChange={set} />
      return <ConditionDay label={label} field={field} value={value} onChange={set} />
    case 'time':
      return <TypedLine label={label} field={field} value={value} onChange={set} write={writeTime} />
    case 'number':
      return <TypedLine label={label} field={field} value={value} onChange={set} write={writeNumber} />
    default:
      return <Line label={label} value={value} onChange={set} />
  }
}

const FLAGS = [
  { value: 'yes', label: say('Yes') },
  { value: 'no', label: say('No') },
]
const DAYS: readonly SpanUnit[] = ['day', 'week', 'month']
const MOMENTS: readonly SpanUnit[] = ['day', 'hour', 'week', 'month']

const UNITS: { readonly [Unit in SpanUnit]: string } = {
  minute: say('minutes'),
  hour: say('hours'),
  day: say('days'),
  week: say('weeks'),
  month: say('months'),
}

interface LineProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const LONGEST_VALUE = 200
const MOST_UNITS = 9999

function Line({ label, value, onChange }: LineProps) {
  return (
    <TextInput
      aria-label={say('Value of {label}', { label })}
      maxLength={LONGEST_VALUE}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A number, a time or a duration, as forms read it. */
function TypedLine({ write, ...condition }: TypedCondition & { readonly write: (value: unknown) => string }) {
  const { text, error, change, leave } = useTypedCondition(condition, write)
  return (
    <TextInput
      aria-label={say('Value of {label}', { label: condition.label })}
      autoComplete="off"
      maxLength={LONGEST_VALUE}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
      error={error}
    />
  )
}

function writeNumber(value: unknown): string {
  return writeNumberText(value, decimalSign())
}

function writeTime(value: unknown): string {
  return writeClockTime(formatLocale, String(value))
}

function writeLength(value: unknown): string {
  return writeDuration(durationOf(value), formatLocale)
}

interface ChoiceProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      aria-label={say('Value of {label}', { label })}
      data={[{ value: '', label: say('Choose …'), disabled: true }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Span({
  value,
  units,
  onChange,
}: {
  readonly value: string
  readonly units: readonly SpanUnit[]
  readonly onChange: (value: string) => void
}) {
  const span = readSpan(value) ?? { count: 0, unit: units[0] ?? 'day' }
  const set = (count: number, unit: SpanUnit) => onChange(count > 0 ? writeSpan({ count, unit }) : `0${unit}`)
  const unit = units.find((each) => value === `0${each}`) ?? span.unit
  return (
    <Group gap="xs" wrap="nowrap">
      <TextInput
        type="number"
        aria-label={say('How many')}
        min={1}
        max={MOST_UNITS}
        step={1}
        w={90}
        value={span.count || ''}
        onChange={(event) => set(Math.min(Math.trunc(Number(event.currentTarget.value)), MOST_UNITS), unit)}
      />
      <NativeSelect
        aria-label={say('Unit')}
        data={units.map((each) => ({ value: each, label: UNITS[each] }))}
        value={unit}
        onChange={(event) => set(span.count, units.find((each) => each === event.currentTarget.value) ?? unit)}
      />
    </Group>
  )
}

interface OptionsProps {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

function Options({ label, options, values, onChange }: OptionsProps) {
  return (
    <Checkbox.Group aria-label={label} value={[...values]} onChange={onChange}>
      <div className={scroll['scroll']}>
        <Stack gap="xs" p={4}>
          {options.map((option) => (
            <Checkbox key={option.value} value={option.value} label={option.label} />
          ))}
          {options.length === 0 && (
            <Text size="sm" c="dimmed">
              {say('Nothing found')}
            </Text>
          )}
        </Stack>
      </div>
    </Checkbox.Group>
  )
}

/** Beyond so many a search stands above them. */
const MANY = 8

function RecordValues({ label, values, onChange, entity }: Props & { readonly entity: string }) {
  const session = useKnownSession()
  const { options, search, setSearch } = useCandidates(
    entity,
    values.filter((value) => value !== ME),
  )
  const me = entity === 'Person' && session.person ? [{ value: ME, label: say('Me') }] : []
  const shown = [...me, ...options.filter((option) => option.label.toLowerCase().includes(search.toLowerCase()))]
  return (
    <Stack gap="xs">
      {options.length > MANY && (
        <TextInput
          type="search"
          aria-label={say('Search in {label}', { label })}
          placeholder={say('Search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Options label={label} options={shown} values={values} onChange={onChange} />
    </Stack>
  )
}
