// Shows the fields of the form for each kind of part.
import { Autocomplete, NativeSelect, TextInput } from '@mantine/core'
import type { KnownParts } from '#shared/language/adding/known-parts.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import { CALL_KINDS, SCREEN_KINDS, VERBS_TO_ADD } from '#shared/language/adding/wanted.ts'
import { POINT_NAMES } from '../../../data/point-names.ts'
import { say } from '../../../words/say.ts'
import { EntityFields } from './entity-fields.tsx'
import { RuleCondition } from './rule-condition.tsx'

interface Props {
  readonly wanted: WantedPart
  readonly known: KnownParts
  readonly onChange: (wanted: WantedPart) => void
}

const LONGEST_NAME = 80
const LONGEST_SENTENCE = 300

export function AddFields({ wanted, known, onChange }: Props) {
  const entity = (value: string, set: (value: string) => void) => (
    <Choice
      label={say('Entity')}
      value={value}
      options={known.entities.map(({ identifier, label }) => ({ value: identifier, label }))}
      onChange={set}
    />
  )
  const who = (label: string, value: string, set: (value: string) => void, others: readonly string[] = []) => (
    <Choice
      label={label}
      value={value}
      options={[
        ...known.roles.map((role) => ({ value: role, label: role })),
        ...others.map((word) => ({ value: word, label: WHO[word] ?? word })),
      ]}
      onChange={set}
    />
  )
  switch (wanted.kind) {
    case 'entity':
      return (
        <>
          <Words label={say('Name')} value={wanted.name} onChange={(name) => onChange({ ...wanted, name })} isFirst />
          <EntityFields
            legend={say('Fields')}
            least={1}
            fields={wanted.fields}
            entities={known.entities}
            onChange={(fields) => onChange({ ...wanted, fields })}
          />
        </>
      )
    case 'role':
      return (
        <>
          <Words label={say('Name')} value={wanted.name} onChange={(name) => onChange({ ...wanted, name })} isFirst />
          <Words label={say('Who they are')} value={wanted.is} onChange={(is) => onChange({ ...wanted, is })} isFree />
          {known.roles.length > 0 && (
            <Choice
              label={say('Has the rights of')}
              value={wanted.includes}
              options={[
                { value: '', label: say('No other role') },
                ...known.roles.map((role) => ({ value: role, label: role })),
              ]}
              onChange={(includes) => onChange({ ...wanted, includes })}
            />
          )}
        </>
      )
    case 'permission':
      return (
        <>
          {who(say('Role'), wanted.role, (role) => onChange({ ...wanted, role }))}
          <Choice
            label={say('May')}
            value={wanted.may}
            options={VERBS_TO_ADD.map((verb) => ({ value: verb, label: VERBS[verb] }))}
            onChange={(may) => onChange({ ...wanted, may })}
          />
          {entity(wanted.entity, (value) => onChange({ ...wanted, entity: value, own: '' }))}
          <Choice
            label={say('Which records')}
            value={wanted.own}
            options={[
              { value: '', label: say('All records') },
              ...(known.entities.find(({ identifier }) => identifier === wanted.entity)?.people ?? []).map(
                ({ identifier, label }) => ({
                  value: identifier,
                  label:
                    identifier === 'created_by'
                      ? say('Those that the person created')
                      : say('Those where “{field}” is the person', { field: label }),
                }),
              ),
            ]}
            onChange={(own) => onChange({ ...wanted, own })}
          />
        </>
      )
    case 'screen':
      return (
        <>
          <Choice
            label={say('Kind of screen')}
            value={wanted.shows}
            options={SCREEN_KINDS.map((kind) => ({ value: kind, label: SCREENS[kind] }))}
            onChange={(shows) => onChange({ ...wanted, shows })}
          />
          {wanted.shows !== 'page' && entity(wanted.entity, (value) => onChange({ ...wanted, entity: value }))}
          <Words
            label={say('Name in the menu')}
            description={wanted.shows === 'page' ? undefined : say('Empty: the name of the entity.')}
            value={wanted.name}
            onChange={(name) => onChange({ ...wanted, name })}
            isFree={wanted.shows !== 'page'}
          />
          {who(say('For'), wanted.for, (value) => onChange({ ...wanted, for: value }), ['everyone', 'anyone'])}
        </>
      )
    case 'transition': {
      const states = known.entities.find(({ identifier }) => identifier === wanted.entity)?.states ?? []
      const change = (value: string) => {
        const [from = 'new', to = 'done'] = known.entities.find(({ identifier }) => identifier === value)?.states ?? []
        onChange({ ...wanted, entity: value, from, to })
      }
      return (
        <>
          {entity(wanted.entity, change)}
          <Words label={say('Name')} value={wanted.name} onChange={(name) => onChange({ ...wanted, name })} isFirst />
          <State
            label={say('From state')}
            states={states}
            value={wanted.from}
            onChange={(from) => onChange({ ...wanted, from })}
          />
          <State
            label={say('To state')}
            states={states}
            value={wanted.to}
            onChange={(to) => onChange({ ...wanted, to })}
          />
          {who(say('Who'), wanted.who, (value) => onChange({ ...wanted, who: value }), ['everyone', 'nobody'])}
          <EntityFields
            legend={say('What it asks')}
            least={0}
            fields={wanted.asks}
            entities={known.entities}
            onChange={(asks) => onChange({ ...wanted, asks })}
          />
        </>
      )
    }
    case 'rule':
      return (
        <>
          {entity(wanted.entity, (value) => onChange({ ...wanted, entity: value }))}
          <Words
            label={say('Rule')}
            description={say('A sentence that says what must be true.')}
            value={wanted.name}
            onChange={(name) => onChange({ ...wanted, name })}
            isFirst
          />
          <RuleCondition
            key={wanted.entity}
            fields={known.entities.find(({ identifier }) => identifier === wanted.entity)?.fields ?? []}
            onChange={(condition) => onChange({ ...wanted, condition })}
          />
          <Words
            label={say('Condition')}
            description={say('As in ends_on > starts_on, or: at most 5 per owner')}
            value={wanted.condition}
            onChange={(condition) => onChange({ ...wanted, condition })}
          />
          <Words
            label={say('Message')}
            description={say('What people read when it is not true.')}
            value={wanted.message}
            onChange={(message) => onChange({ ...wanted, message })}
          />
        </>
      )
    case 'call':
      return (
        <>
          <Choice
            label={say('What it does')}
            value={wanted.does}
            options={CALL_KINDS.map((kind) => ({ value: kind, label: CALLS[kind] }))}
            onChange={(does) => onChange({ ...wanted, does })}
          />
          <Words label={say('Path')} value={wanted.path} onChange={(path) => onChange({ ...wanted, path })} isFirst />
          {entity(wanted.entity, (value) => onChange({ ...wanted, entity: value }))}
          {who(say('Who'), wanted.who, (value) => onChange({ ...wanted, who: value }), ['everyone', 'anyone'])}
        </>
      )
    case 'error':
      return (
        <>
          <Words
            label={say('Code')}
            description={say('In capital letters, as TOO_LATE.')}
            value={wanted.code}
            onChange={(code) => onChange({ ...wanted, code })}
            isFirst
          />
          <Choice
            label={say('HTTP status')}
            value={wanted.status}
            options={STATUSES.map(([value, label]) => ({ value, label }))}
            onChange={(status) => onChange({ ...wanted, status })}
          />
          <Words
            label={say('Message')}
            value={wanted.message}
            onChange={(message) => onChange({ ...wanted, message })}
          />
        </>
      )
    case 'constant':
      return (
        <>
          <Words label={say('Name')} value={wanted.name} onChange={(name) => onChange({ ...wanted, name })} isFirst />
          <Words
            label={say('Value')}
            description={say('As 20, 7 days, 12 %, 1,000 EUR or 2027-01-01.')}
            value={wanted.value}
            onChange={(value) => onChange({ ...wanted, value })}
          />
          <Words
            label={say('Meaning')}
            value={wanted.meaning}
            onChange={(meaning) => onChange({ ...wanted, meaning })}
            isFree
          />
        </>
      )
    case 'example':
      return (
        <>
          <Words
            label={say('What it shows')}
            value={wanted.title}
            onChange={(title) => onChange({ ...wanted, title })}
            isFirst
          />
          {known.roles.length > 0 && who(say('Who acts'), wanted.role, (role) => onChange({ ...wanted, role }))}
          {entity(wanted.entity, (value) => onChange({ ...wanted, entity: value }))}
        </>
      )
    case 'question':
      return (
        <>
          <Choice
            label={say('Point')}
            value={String(wanted.point)}
            options={POINT_NAMES.map(({ point, name }) => ({ value: String(point), label: `${point}. ${name}` }))}
            onChange={(value) => onChange({ ...wanted, point: Number(value) as typeof wanted.point })}
          />
          <Words label={say('Question')} value={wanted.text} onChange={(text) => onChange({ ...wanted, text })} />
          <Words
            label={say('Owner')}
            description={say('Who finds the answer. A name is enough.')}
            value={wanted.owner}
            onChange={(owner) => onChange({ ...wanted, owner })}
            isFree
          />
        </>
      )
    case 'answer':
      return (
        <>
          <Choice
            label={say('Question')}
            value={String(wanted.question)}
            options={known.questions.map(({ line, text }) => ({ value: String(line), label: text }))}
            onChange={(value) => onChange({ ...wanted, question: Number(value) })}
          />
          <Words label={say('Answer')} value={wanted.answer} onChange={(answer) => onChange({ ...wanted, answer })} />
        </>
      )
  }
}

const WHO: { readonly [word: string]: string } = {
  everyone: say('Everyone who is signed in'),
  anyone: say('Anyone, also without an account'),
  nobody: say('Nobody: it happens automatically'),
}

const VERBS: { readonly [verb in (typeof VERBS_TO_ADD)[number]]: string } = {
  everything: say('Do everything'),
  read: say('Read records'),
  create: say('Create records'),
  update: say('Change records'),
  delete: say('Delete records'),
}

const SCREENS: { readonly [kind in (typeof SCREEN_KINDS)[number]]: string } = {
  'list and forms': say('List, record and form'),
  table: say('A list'),
  record: say('A single record'),
  form: say('A form for a new record'),
  page: say('A page of text'),
}

const CALLS: { readonly [kind in (typeof CALL_KINDS)[number]]: string } = {
  list: say('Answers a list of records'),
  one: say('Answers one record, by its id'),
  create: say('Creates a record from what is sent'),
}

const STATUSES = [
  ['422', say('422: the input is not valid')],
  ['409', say('409: conflicts with the current state')],
  ['403', say('403: not allowed')],
  ['404', say('404: not found')],
] as const

interface WordsProps {
  readonly label: string
  readonly description?: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  /** Whether it may stay empty. */
  readonly isFree?: boolean
  readonly isFirst?: boolean
}

function Words({ label, description, value, onChange, isFree = false, isFirst = false }: WordsProps) {
  return (
    <TextInput
      label={label}
      description={description}
      required={!isFree}
      {...(isFirst && { 'data-autofocus': true })}
      maxLength={isFirst ? LONGEST_NAME : LONGEST_SENTENCE}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={options.map((each) => ({ ...each }))}
      onChange={(event) => {
        const chosen = options.find((each) => each.value === event.currentTarget.value)
        if (chosen !== undefined) onChange(chosen.value)
      }}
    />
  )
}

interface StateProps {
  readonly label: string
  /** Empty: the entity has no states yet, and gets those that are typed. */
  readonly states: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function State({ label, states, value, onChange }: StateProps) {
  if (states.length === 0) return <Words label={label} value={value} onChange={onChange} />
  return <Autocomplete label={label} required data={[...states]} value={value} onChange={onChange} />
}
