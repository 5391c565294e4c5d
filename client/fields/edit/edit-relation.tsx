// Edits a relation by choosing a record, or by creating the one that is missing.
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { Group, MultiSelect, Pill, Select } from '@mantine/core'
import type { ReactNode, SyntheticEvent } from 'react'
import { startTransition, use, useEffect, useRef, useState } from 'react'
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { unknownTitle } from '#shared/fields/relation.ts'
import type { Entity } from '#shared/model/model.ts'
import { labelOfName } from '../../data/field-label.ts'
import { createsInPicker, onlyStep } from '../../data/records/permissions.ts'
import { relatedId } from '../../data/records/record-data.ts'
import type { Candidate } from '../../data/records/related-records.ts'
import { useCandidates } from '../../data/records/related-records.ts'
import { noteChoice } from '../../data/recent.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { Icon } from '../../ui/icon.tsx'
import { ColorDot } from '../../ui/color-badge.tsx'
import { Initials } from '../../ui/person-badge.tsx'
import { CreateRelated } from '../create-related.ts'
import type { EditProps } from '../field-view.ts'
import { withinSentence } from '../../words/language.ts'
import { say } from '../../words/say.ts'
import classes from './edit-relation.module.css'
import { dropdownProps, inputProps } from './input-props.ts'
import { useTypedChoice } from './typed-choice.tsx'

/** No id of a record: it stands last, whatever is searched for. */
const NEW = 'new'

export function EditRelation(props: EditProps) {
  const { required, value, onChange, field, choices } = props
  const { type } = field
  const many = type.kind === 'relation' && type.many
  const target = type.kind === 'relation' ? type.entity : ''
  const me = useKnownSession().person?.id ?? ''
  const chosen = idsIn(value)
  const { options, loading, search: searched, setSearch } = useCandidates(target, chosen, choices)
  const [isWriting, setWriting] = useState(false)
  const search = value instanceof UnreadText && !isWriting ? value.text : searched
  const creation = useCreation(target, props.id)
  const entityLabel = useModel().entities.get(target)?.name.label ?? target
  const data: readonly Candidate[] = creation.entity ? [...options, { value: NEW, label: creation.label }] : options
  const isPerson = target === 'Person'
  const first = useFirstOptions(options.findIndex((each) => each.value === chosen[0]))
  const optionOf = (id: string | undefined) => options.find((each) => each.value === id)
  // As long as nothing else is typed, the name of what is chosen stands there.
  const isTyped =
    !(value instanceof UnreadText && !isWriting) &&
    search.trim() !== '' &&
    (many || search !== optionOf(chosen[0])?.label)
  const found = options.find((each) => isFound(each, search) && !(many && chosen.includes(each.value)))
  const noted = (id: string) => {
    noteChoice(me, target, id)
    return id
  }
  const choose = (id: string) => {
    setWriting(false)
    setSearch(many ? '' : (optionOf(id)?.label ?? ''))
    onChange(many ? [...chosen, noted(id)] : noted(id))
  }
  /** Leaves the input. A text that names no record stays and is reported as an error; an emptied input has no value. */
  const leave = () => {
    if (!isWriting) return
    setWriting(false)
    const title = search.trim()
    if (title === '') return void (many || onChange(null))
    const [named, other] = options.filter(({ label }) => label.toLowerCase() === title.toLowerCase())
    if (named !== undefined && other === undefined) return void (chosen.includes(named.value) || choose(named.value))
    return onChange(new UnreadText(search, unknownTitle(search, { entity: entityLabel }), many ? chosen : []))
  }
  const shared = {
    ...inputProps(props),
    ...dropdownProps(props),
    data,
    searchable: true,
    searchValue: search,
    onSearchChange: setSearch,
    filter: filterCandidates,
    ...first,
    ...useTypedChoice({ isTyped, search, first: found?.value, choose }),
    onBlur: leave,
    renderOption: ({ option }: { readonly option: ComboboxItem }) => <Option option={option} isPerson={isPerson} />,
    nothingFoundMessage: loading
      ? say('Loading …')
      : choices && !isTyped
        ? say('Nothing here may be chosen')
        : say('Nothing found'),
  }
  const whole = useWholeName(props.id, search, isTyped)
  const write = () => {
    whole.onInput()
    setWriting(true)
  }
  const begin = () => {
    setWriting(false)
    creation.begin(options.some(({ label }) => label === search) ? '' : search)
  }
  const creating = creation.dialog(choose)
  if (many) {
    return (
      <>
        <MultiSelect
          {...shared}
          value={[...chosen]}
          onInput={write}
          onChange={(ids) => {
            setWriting(false)
            if (ids.includes(NEW)) return begin()
            for (const id of ids) if (!chosen.includes(id)) noted(id)
            return onChange(ids)
          }}
          clearable
          hidePickedOptions
          {...(field.limits?.atMost ? { maxValues: field.limits.atMost } : {})}
          renderPill={({ option, value: id, onRemove, disabled }) => (
            <Pill withRemoveButton={disabled !== true} {...(onRemove ? { onRemove } : {})}>
              <Group gap={6} wrap="nowrap" component="span">
                {markOf(optionOf(String(id)), isPerson)}
                {option?.label}
              </Group>
            </Pill>
          )}
        />
        {creating}
      </>
    )
  }
  return (
    <>
      <Select
        {...shared}
        {...whole}
        onInput={write}
        value={chosen[0] ?? null}
        allowDeselect={false}
        onChange={(id) => {
          if (id === NEW) return begin()
          setWriting(false)
          return onChange(id === null ? null : noted(id))
        }}
        clearable={!required}
        leftSection={markOf(optionOf(chosen[0]), isPerson)}
      />
      {creating}
    </>
  )
}

function idsIn(value: unknown): readonly string[] {
  if (value instanceof UnreadText) return value.beside
  return (Array.isArray(value) ? value : [value]).map(relatedId).filter((each) => each !== null)
}

/** More than are in sight; the others are drawn behind them. */
const FIRST_OPTIONS = 12

/** `chosen`: the place of what is chosen already, which is among the first. */
function useFirstOptions(chosen: number) {
  const [isWhole, setWhole] = useState(false)
  return {
    limit: isWhole ? Number.POSITIVE_INFINITY : Math.max(chosen, 0) + FIRST_OPTIONS,
    onDropdownOpen: () => startTransition(() => setWhole(true)),
    onDropdownClose: () => setWhole(false),
  }
}

/** The name of what is chosen is selected as the keyboard comes to it, also where it is known later: what is typed takes its place. */
function useWholeName(id: string, search: string, isTyped: boolean) {
  const isWritten = useRef(false)
  useEffect(() => {
    const input = document.activeElement
    const isHere = input instanceof HTMLInputElement && input.id === id
    if (isHere && !isTyped && !isWritten.current) input.select()
    isWritten.current = false
  }, [id, search, isTyped])
  const select = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    if (!isTyped) currentTarget.select()
  }
  return {
    onFocus: select,
    onClick: select,
    onInput: () => {
      isWritten.current = true
    },
  }
}

/** Offers to create the record that is missing, where the document lets this person do so. Within that creation no further one is offered. */
function useCreation(target: string, input: string) {
  const model = useModel()
  const session = useKnownSession()
  const Create = use(CreateRelated)
  const [called, setCalled] = useState<string>()
  const found = model.entities.get(target)
  const entity: Entity | undefined = Create && createsInPicker(model, session, target) ? found : undefined
  const close = () => {
    setCalled(undefined)
    // Where it was begun the keyboard goes on.
    requestAnimationFrame(() => document.getElementById(input)?.focus())
  }
  const step = entity && onlyStep(model, session, entity)
  const name = withinSentence(entity?.name.label ?? target)
  return {
    entity,
    label: step ? `${labelOfName(step.name)} …` : say('New {name} …', { name }),
    begin: setCalled,
    dialog: (choose: (id: string) => void) =>
      Create &&
      entity &&
      called !== undefined && (
        <Create
          entity={entity}
          called={called}
          onCreated={({ id }) => {
            choose(id)
            close()
          }}
          onClose={close}
        />
      ),
  }
}

/** Oneself is found by "me" too. */
function filterCandidates({ options, search, limit }: Parameters<OptionsFilter>[0]) {
  const found = options.filter((option) => 'group' in option || isFound(option as ComboboxItem & Candidate, search))
  return found.slice(0, limit)
}

function isFound({ value, label, first }: Candidate, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return value === NEW || label.toLowerCase().includes(wanted) || (first === 'me' && say('me').includes(wanted))
}

/** The picture or the initials of a person, or the colour of what has one. */
function markOf(candidate: Candidate | undefined, isPerson: boolean): ReactNode {
  if (candidate === undefined) return null
  if (isPerson) return <Initials name={candidate.label} picture={candidate.picture} />
  return candidate.color === undefined ? null : <ColorDot color={candidate.color} />
}

function Option({ option, isPerson }: { readonly option: ComboboxItem; readonly isPerson: boolean }) {
  const { value, label, first } = option as ComboboxItem & Candidate
  if (value === NEW)
    return (
      <span className={classes['new']}>
        <Icon name="plus" size={15} /> {label}
      </span>
    )
  return (
    <span className={classes['option']}>
      {markOf(option, isPerson)}
      <span className={classes['label']}>{label}</span>
      {first && <span className={classes['first']}>{first === 'me' ? say('you') : say('recent')}</span>}
    </span>
  )
}
