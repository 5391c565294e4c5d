// Prints what happens in a random application as points 4 and 7 of its document.
import { printCondition } from '../condition.ts'
import type {
  EffectSpec,
  EventSpec,
  OutgoingSpec,
  PlainEffect,
  OwnCallSpec,
  OwnListSpec,
  SetSpec,
  TransitionSpec,
  Work,
} from './work.ts'
import { DENIED, HOURS_TO_WAIT } from './work.ts'

/** Below the heading of a workflow, or of an entity without states; `isFirst`: what happens to all of it stands there too. */
export function printTransitions(
  { transitions, events }: Work,
  entity: string,
  field: string,
  isFirst: boolean,
): string {
  const lines = [
    ...transitions.filter((each) => each.entity === entity && each.field === field).map(printTransition),
    ...events.filter((each) => isFirst && each.entity === entity).map(printEvent),
  ]
  if (lines.length === 0) return ''
  return `| transition | from | to | who | when | then | after |\n|---|---|---|---|---|---|---|\n${lines.join('\n')}`
}

function printTransition({ name, from, to, who, effects }: TransitionSpec): string {
  const after = who === undefined ? `${HOURS_TO_WAIT} hours` : ''
  return `| ${name} | ${from.join(', ')} | ${to} | ${who ?? ''} | | ${printThen(effects)} | ${after} |`
}

function printEvent({ event, field, when, effects }: EventSpec): string {
  const name = field === undefined ? event : `${field} ${event}`
  return `| ${name} | | | | ${when === undefined ? '' : printCondition(when)} | ${printThen(effects)} | |`
}

function printThen(effects: readonly EffectSpec[]): string {
  return effects.map((effect) => printEffect(effect, '')).join('; ')
}

export function printCalls({ outgoing, calls, lists }: Work): string {
  return [printOutgoing(outgoing), ...calls.map(printCall), ...lists.map(printList)].join('\n\n')
}

function printOutgoing(outgoing: readonly OutgoingSpec[]): string {
  if (outgoing.length === 0) return ''
  const lines = outgoing.map(({ entity, when, occasion, counted }) => {
    const was = occasion.kind === 'created' ? '' : ', "was": old.title'
    const more =
      counted === undefined
        ? '"owner": owner.name'
        : `"title": title${was}, "link": link.title, "count": ${printSet(counted)}.count()`
    return `| ${entity}${when} | POST | https://example.com/told | \`{ "on": "${entity}${when}", ${more} }\` |`
  })
  return `| when | method | url | payload |\n|---|---|---|---|\n${lines.join('\n')}`
}

function printCall({ name, entity, who, effects, counted }: OwnCallSpec): string {
  const own = entity.toLowerCase()
  const steps = effects.map((effect) => printEffect(effect, `${own}.`))
  const numbered = [...steps, 'answer 200'].map((step, index) => `${index + 1}. ${step}`).join('\n')
  return `### POST /api/own/${name}/:id of ${entity}\n\n- who: ${who}\n\n${numbered}\n\n${json({
    count: `${printSet(counted)}.count()`,
    title: `${own}.title`,
  })}`
}

function printList({ name, set }: OwnListSpec): string {
  const item = '{ "title": x0.title, "owner": x0.owner.name, "link": x0.link.title, "mine": x0.owner == me }'
  const items = `${printSet(set)}.map(x0, ${item.replaceAll('"', "'")})`
  return `### GET /api/own/${name}\n\n- who: anyone\n\n1. answer 200\n\n${json({ items, count: `${printSet(set)}.count()` })}`
}

function json(members: { readonly [name: string]: string }): string {
  const quoted = Object.entries(members).map(([name, code]) => `"${name}": "\`${code.replaceAll('"', "'")}\`"`)
  return `\`\`\`json\n{ ${quoted.join(', ')} }\n\`\`\``
}

export function printErrors(): string {
  return `| code | status | message |\n|---|---|---|\n| ${DENIED.code} | ${DENIED.status} | Not with {title}. |`
}

/** `own`: what leads to the fields of the record at hand. */
function printEffect(effect: EffectSpec, own: string): string {
  if (effect.kind === 'try')
    return `try ${printEffect(effect.first, own)} otherwise ${printEffect(effect.otherwise, own)}`
  if (effect.kind === 'for each')
    return `for each each_one in ${printSet(effect.set)}: ${printEffect(effect.inner, own)}`
  return `${printPlain(effect, own)}${effect.if === undefined ? '' : ` if ${printCondition(effect.if)}`}`
}

function printPlain(effect: PlainEffect, own: string): string {
  switch (effect.kind) {
    case 'set':
      return `title = "${effect.title}"`
    case 'set code':
      return `code = "${effect.code}"`
    case 'update':
      return `update ${printSet(effect.set)} { title: "${effect.title}" }`
    case 'create':
      return `create ${effect.entity} { title: "${effect.title}", owner: me }${effect.unlessExists === true ? ' unless exists' : ''}`
    case 'delete':
      return `delete ${printSet(effect.set)}`
    case 'delete own':
      return `delete ${own === '' ? 'this' : own.slice(0, -1)}`
    case 'refuse':
      return `refuse ${DENIED.code}`
    case 'add':
    case 'remove': {
      const { who } = effect
      const items = who === 'me' ? who : who === 'owner' ? `${own}owner` : printSet(who)
      return `${effect.kind} ${items} ${effect.kind === 'add' ? 'to' : 'from'} friends`
    }
    case 'add other':
      return `add ${effect.who === 'me' ? 'me' : `${own}owner`} to ${own}link.friends`
    case 'remove other':
      return `remove ${effect.who === 'me' ? 'me' : `${own}owner`} from ${own}link.friends`
    case 'do':
      return `do ${effect.transition} on ${own}link`
    case 'notify':
      return `notify ${own}owner "{title} to {link.title}"`
    case 'send':
      return `send POST "https://example.com/hook" { "title": ${own}title, "link": ${own}link.title, "count": ${printSet(effect.set)}.count() }`
    case 'do each':
      return `do ${effect.transition} on each_one`
    case 'set each':
      return `update each_one { title: "${effect.title}" }`
    case 'create each':
      return `create ${effect.entity} { title: each_one.title, owner: me }`
    case 'delete each':
      return 'delete each_one'
  }
}

function printSet({ entity, where }: SetSpec): string {
  return `${entity}.filter(x0, ${printCondition(where)})`
}
