// Words what the pictures show, for people and for screen readers.
import type {
  Cardinality,
  DoerPicture,
  GrantPicture,
  PermissionPicture,
  RoleColumn,
  StepPicture,
  WorkflowPicture,
} from '#shared/pictures/pictures.ts'
import type { Verb } from '#shared/model/model.ts'
import { say, sayList } from '../../words/say.ts'

const VERBS: { readonly [verb in Verb]: string } = {
  read: say('read'),
  create: say('create'),
  update: say('update'),
  delete: say('delete'),
  restore: say('restore'),
  import: say('import'),
  export: say('export'),
  'see history': say('see history'),
}

export function sayVerb(verb: Verb): string {
  return VERBS[verb]
}

export function sayDoer(who: DoerPicture): string {
  if (who.kind === 'condition') return say('if {condition}', { condition: who.text })
  if (who.kind === 'role') return who.names.join(', ')
  return who.kind === 'everyone' ? say('Everyone signed in') : say('Anyone')
}

/** Names the people who may do a step; nobody where it happens by itself or by another step. */
export function sayDoers({ who, after }: StepPicture): string {
  if (who.length > 0) return who.map(sayDoer).join(', ')
  return after ? say('automatically') : say('not by hand')
}

export function sayAfter({ after }: StepPicture): string | undefined {
  if (!after) return undefined
  if (after.kind === 'at') return say('at {moment}', { moment: after.text })
  return after.kind === 'every'
    ? say('every {period}', { period: after.text })
    : say('after {duration}', { duration: after.text })
}

export function sayState({ states }: WorkflowPicture, word: string): string {
  return states.find((state) => state.word === word)?.label ?? word
}

/** "open → take (Agent, Manager) → in progress, if …" */
export function sayStep(workflow: WorkflowPicture, step: StepPicture): string {
  const { from, to, when, asks } = step
  const start = from === 'any' ? say('any state') : from === 'new record' ? say('new record') : states(from)
  const end = to === 'stay' ? say('stays as it is') : states(to)
  const more = [
    sayAfter(step),
    when === undefined ? undefined : say('if {condition}', { condition: when }),
    asks.length === 0 ? undefined : say('asks for {inputs}', { inputs: sayList(asks, 'and') }),
  ].filter((part) => part !== undefined)
  return [`${start} → ${step.transition} (${sayDoers(step)}) → ${end}`, ...more].join(', ')

  function states(words: readonly string[]): string {
    return sayList(
      words.map((word) => sayState(workflow, word)),
      'or',
    )
  }
}

/** "1", "0..1", "0..*" */
export function showCardinality({ least, most }: Cardinality): string {
  return least === most ? String(least) : `${least}..${most ?? '*'}`
}

export function sayColumn({ kind, label }: RoleColumn): string {
  if (kind === 'role') return label
  if (kind === 'condition') return say('By a condition')
  return sayDoer({ kind })
}

export function sayPermission({ may }: PermissionPicture): string {
  return 'verb' in may ? sayVerb(may.verb) : may.transition
}

/** "Customer is allowed to read Ticket, if requester == me: all fields" */
export function sayGrant({ who, except, may, createBy, entity, where, fields }: GrantPicture): string {
  const verbs = [...may.map(sayVerb), ...createBy.map((transition) => say('create by {transition}', { transition }))]
  const values = { who: sayDoer(who), verbs: sayList(verbs, 'and'), entity }
  const said = except
    ? say('{who} is not allowed to {verbs} {entity}', values)
    : say('{who} is allowed to {verbs} {entity}', values)
  const condition = where === undefined ? said : `${said}, ${say('if {condition}', { condition: where })}`
  return `${condition}: ${sayFields(fields)}`
}

function sayFields(fields: GrantPicture['fields']): string {
  if (fields === 'all') return say('all fields')
  const names = sayList(fields.names, 'and')
  return fields.kind === 'only' ? names : say('all fields except {fields}', { fields: names })
}
