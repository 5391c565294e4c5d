// Shows the fields of the form for each kind of part.
import type { KnownParts } from '#shared/language/adding/known-parts.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import { CALL_KINDS, SCREEN_KINDS, VERBS_TO_ADD } from '#shared/language/adding/wanted.ts'
import { POINT_NAMES } from '../../../data/point-names.ts'
import { say } from '../../../words/say.ts'
import { ChoiceInput, LONGEST_SENTENCE, StateInput, WordsInput } from './add-inputs.tsx'
import { EntityFields } from './entity-fields.tsx'
import { RuleCondition } from './rule-condition.tsx'

interface Props {
  readonly wanted: WantedPart
  readonly known: KnownParts
  readonly onChange: (wanted: WantedPart) => void
}

export function AddFields({ wanted, known, onChange }: Props) {
  const entity = (value: string, set: (value: string) => void) => (
    <ChoiceInput
      label={say('Entity')}
      value={value}
      options={known.entities.map(({ identifier, label }) => ({ value: identifier, label }))}
      onChange={set}
    />
  )
  const who = (label: string, value: string, set: (value: string) => void, others: readonly string[] = []) => (
    <ChoiceInput
      label={label}
      value={value}
      options={[
        ...known.roles.map((role) => ({ value: role, label: role })),
        ...others.map((word) => ({ value: word, label: WHO[word] ?? word })),
      ]}
      onChange={set}
    />
  )
  const nameInput = (value: string, set: (value: string) => void) => (
    <WordsInput label={say('Name')} value={value} onChange={set} isFirst />
  )
  switch (wanted.kind) {
    case 'entity':
      return (
        <>
          {nameInput(wanted.name, (name) => onChange({ ...wanted, name }))}
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
          {nameInput(wanted.name, (name) => onChange({ ...wanted, name }))}
          <WordsInput
            label={say('Who they are')}
            value={wanted.is}
            onChange={(is) => onChange({ ...wanted, is })}
            isFree
          />
          {known.roles.length > 0 && (
            <ChoiceInput
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
          <ChoiceInput
            label={say('Role')}
            value={wanted.role}
            options={known.roles.map((role) => ({ value: role, label: role }))}
            onChange={(role) => onChange({ ...wanted, role })}
            isFirst
          />
          <ChoiceInput
            label={say('May')}
            value={wanted.may}
            options={VERBS_TO_ADD.map((verb) => ({ value: verb, label: VERBS[verb] }))}
            onChange={(may) => onChange({ ...wanted, may })}
          />
          {entity(wanted.entity, (value) => onChange({ ...wanted, entity: value, own: '' }))}
          <ChoiceInput
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
          <ChoiceInput
            label={say('Kind of screen')}
            value={wanted.shows}
            options={SCREEN_KINDS.map((kind) => ({ value: kind, label: SCREENS[kind] }))}
            onChange={(shows) => onChange({ ...wanted, shows })}
            isFirst
          />
          {wanted.shows !== 'page' && entity(wanted.entity, (value) => onChange({ ...wanted, entity: value }))}
          <WordsInput
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
          {nameInput(wanted.name, (name) => onChange({ ...wanted, name }))}
          <StateInput
            label={say('From state')}
            states={states}
            value={wanted.from}
            onChange={(from) => onChange({ ...wanted, from })}
          />
          <StateInput
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
          <WordsInput
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
          <WordsInput
            label={say('Condition')}
            description={say('As in ends_on > starts_on, or: at most 5 per owner')}
            value={wanted.condition}
            onChange={(condition) => onChange({ ...wanted, condition })}
          />
          <WordsInput
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
          <ChoiceInput
            label={say('What it does')}
            value={wanted.does}
            options={CALL_KINDS.map((kind) => ({ value: kind, label: CALLS[kind] }))}
            onChange={(does) => onChange({ ...wanted, does })}
          />
          <WordsInput
            label={say('Path')}
            value={wanted.path}
            onChange={(path) => onChange({ ...wanted, path })}
            isFirst
          />
          {entity(wanted.entity, (value) => onChange({ ...wanted, entity: value }))}
          {who(say('Who'), wanted.who, (value) => onChange({ ...wanted, who: value }), ['everyone', 'anyone'])}
        </>
      )
    case 'error':
      return (
        <>
          <WordsInput
            label={say('Code')}
            description={say('In capital letters, as TOO_LATE.')}
            value={wanted.code}
            onChange={(code) => onChange({ ...wanted, code })}
            isFirst
          />
          <ChoiceInput
            label={say('HTTP status')}
            value={wanted.status}
            options={STATUSES.map(([value, label]) => ({ value, label }))}
            onChange={(status) => onChange({ ...wanted, status })}
          />
          <WordsInput
            label={say('Message')}
            value={wanted.message}
            onChange={(message) => onChange({ ...wanted, message })}
          />
        </>
      )
    case 'constant':
      return (
        <>
          {nameInput(wanted.name, (name) => onChange({ ...wanted, name }))}
          <WordsInput
            label={say('Value')}
            description={say('As 20, 7 days, 12 %, 1,000 EUR or 2027-01-01.')}
            value={wanted.value}
            onChange={(value) => onChange({ ...wanted, value })}
          />
          <WordsInput
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
          <WordsInput
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
          <ChoiceInput
            label={say('Point')}
            value={String(wanted.point)}
            options={POINT_NAMES.map(({ point, name }) => ({ value: String(point), label: `${point}. ${name}` }))}
            onChange={(value) => onChange({ ...wanted, point: Number(value) as typeof wanted.point })}
          />
          <WordsInput
            label={say('Question')}
            value={wanted.text}
            onChange={(text) => onChange({ ...wanted, text })}
            isFirst
            longest={LONGEST_SENTENCE}
          />
          <WordsInput
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
          <ChoiceInput
            label={say('Question')}
            value={String(wanted.question)}
            options={known.questions.map(({ line, text }) => ({ value: String(line), label: text }))}
            onChange={(value) => onChange({ ...wanted, question: Number(value) })}
            isFirst
          />
          <WordsInput
            label={say('Answer')}
            value={wanted.answer}
            onChange={(answer) => onChange({ ...wanted, answer })}
          />
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
