// Reads effects by their first word: create, update, delete, do, notify, send, refuse …
import * as say from '../../diagnostics/4-states.ts'
import type { Fragment } from '../../text/fragment.ts'
import { sliceFragment, spanOf, trimFragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { findOutside, step } from '../../text/scan.ts'
import { splitAt, splitFragment } from '../../text/split.ts'
import { bare, isNotShown, nameAsIdentifier, readQuoted } from '../../text/written-values.ts'
import type { EffectDeclaration, FieldValueDeclaration } from './declarations.ts'
import type { PointContext } from '../reading/point-context.ts'
import { readTemplate } from '../reading/read-template.ts'
import { readUrl } from '../reading/read-url.ts'

type WithoutPlace<T> = T extends unknown ? Omit<T, 'span' | 'if'> : never
/** An effect without its place and its condition. */
type PlainEffect = WithoutPlace<EffectDeclaration>

interface EffectReader {
  readonly example: string
  /** The effect as it can only have been meant, where it can't be read. */
  meant?(text: string): { readonly hint?: string; readonly write?: string } | undefined
  /** `text`: what follows the word. Undefined if it can't be read; 'not shown' after a part of it was listed as unknown. */
  read(
    text: Fragment,
    transitionNames: ReadonlySet<string>,
    context: PointContext,
  ): PlainEffect | 'not shown' | undefined
}

const ASSIGNMENTS = String.raw`(\{.*\})`

export const EFFECT_READERS: { readonly [word: string]: EffectReader } = {
  create: {
    example: '"create Comment { ticket: this, body: input.reason }"',
    read(text, _, context) {
      const parts = matchParts(
        text,
        new RegExp(`^\`?([^{}\`]+?)\`?\\s*(?:${ASSIGNMENTS})?\\s*(unless\\s+exists)?$`, 'dis'),
      )
      if (!parts?.[1]) return undefined
      return {
        kind: 'create',
        entity: parts[1],
        fields: readFieldValues(parts[2], context),
        unlessExists: parts[3] !== undefined,
      }
    },
  },
  update: {
    example: '"update lines.filter(l, l.open) { open: false }"',
    read(text, _, context) {
      const brace = lastBrace(text)
      if (brace < 0) return undefined
      const set = nameAsIdentifier(bare(trimFragment(sliceFragment(text, 0, brace))))
      const fields = readFieldValues(trimFragment(sliceFragment(text, brace)), context)
      return set.value === '' || fields.length === 0 ? undefined : { kind: 'update', set, fields }
    },
  },
  delete: { example: '"delete lines"', read: (text) => ({ kind: 'delete', set: nameAsIdentifier(bare(text)) }) },
  do: {
    example: '"do close", "do close on parent" or "do reject on others { answer: input.answer }"',
    read(text, transitionNames, context) {
      const brace = lastBrace(text)
      const head = brace < 0 ? text : trimFragment(sliceFragment(text, 0, brace))
      const parts = splitDo(head, transitionNames)
      if (parts.before.value === '' || parts.after?.value === '') return undefined
      const input = brace < 0 ? [] : readFieldValues(trimFragment(sliceFragment(text, brace)), context)
      return {
        kind: 'do',
        transition: parts.before,
        ...(parts.after ? { on: nameAsIdentifier(bare(parts.after)) } : {}),
        input,
      }
    },
  },
  notify: {
    example: '"notify assignee "Ticket {number} waits for you"", "notify Manager "subject" "text" telling number"',
    meant(text) {
      const [, who, message] = /^["“„]([^"“”]+)["”“]\s+(["“„].+)$/s.exec(text) ?? []
      if (who !== undefined && message !== undefined) return { write: `notify ${who} ${message}` }
      const [, whom, value, said] = /^([^"“„]+?)\s+telling\s+([^"“„]+?)\s+(["“„].+)$/is.exec(text) ?? []
      if (whom !== undefined && value !== undefined) return { write: `notify ${whom} ${said} telling ${value}` }
      if (/["“„]/.test(text)) return undefined
      const [first = text] = text.split(/\s+(?:that|about|of|with|when|if)\s/i)
      return {
        hint: `the text stands behind whom it goes to, in quotes: notify ${first} "Ticket {number} waits for you"`,
      }
    },
    read(text, _, context) {
      const quote = findOutside(text.value, /["“„]/)
      if (quote <= 0) return undefined
      const named = trimFragment(sliceFragment(text, 0, quote))
      // A colon between them says no more than the blank.
      const who = bare(named.value.endsWith(':') ? trimFragment(sliceFragment(named, 0, -1)) : named)
      const said = splitAt(sliceFragment(text, quote), /(?<=["”“]\s*)telling(?=\s)/i)
      const first = trimFragment(said?.before ?? sliceFragment(text, quote))
      const end = step(first.value, 0)
      const second = trimFragment(sliceFragment(first, end))
      const [subject, message] = second.value === '' ? [undefined, first] : [sliceFragment(first, 0, end), second]
      if (!readQuoted(message) || (subject && !readQuoted(subject)) || who.value === '') return undefined
      if (!said && /\stelling\s/i.test(who.value)) return undefined
      const telling = said ? splitFragment(said.after).map(bare) : []
      return {
        kind: 'notify',
        who,
        ...(subject ? { subject: readTemplate(subject, context) } : {}),
        message: readTemplate(message, context),
        ...(telling.length > 0 ? { telling } : {}),
      }
    },
  },
  send: {
    example: '"send POST "https://…" { number: number }"',
    read(text, _, context) {
      const parts = matchParts(text, /^(GET|POST|PUT|PATCH|DELETE)\s+(.+)$/dis)
      if (!parts?.[1] || !parts[2]) return undefined
      const brace = lastBrace(parts[2])
      const address = trimFragment(sliceFragment(parts[2], 0, brace < 0 ? undefined : brace))
      const payload = brace < 0 ? undefined : trimFragment(sliceFragment(parts[2], brace))
      if (isNotShown(address.value)) {
        context.unknown('An address', spanOf(address))
        return 'not shown'
      }
      const url = address.value === '' ? undefined : readUrl(address, context)
      // An address that can be none has been reported; the rest of the effect is sound.
      const to = url ?? (address.value === '' ? undefined : [])
      return to && { kind: 'send', method: parts[1].value.toUpperCase(), url: to, ...(payload ? { payload } : {}) }
    },
  },
  refuse: {
    example: '"refuse TOO_LATE if …"',
    read: (text) => (/^`?\w+`?$/.test(text.value) ? { kind: 'refuse', code: bare(text) } : undefined),
  },
  add: { example: '"add me to watchers"', read: (text) => readMember(text, 'add', /\s+to\s+/i) },
  remove: { example: '"remove me from watchers"', read: (text) => readMember(text, 'remove', /\s+from\s+/i) },
  restart: {
    example: '"restart timer first_answer"',
    read(text) {
      const timer = matchParts(text, /^timer\s+(.+)$/dis)?.[1]
      return timer && { kind: 'restart', timer: bare(timer) }
    },
  },
  let: {
    example: '"let name = …"',
    read(text, transitionNames, context) {
      const parts = matchParts(text, /^`?([A-Za-z_]\w*(?: \w+)*)`?\s*=(?!=)\s*(.+)$/ds)
      const name = parts?.[1] && nameAsIdentifier(parts[1])
      // In a call, what a step creates may be named for those after it.
      const created =
        context.point === 7 && parts?.[2] ? matchParts(bare(parts[2]), /^create\s+(.+)$/dis)?.[1] : undefined
      if (name && created) {
        const effect = EFFECT_READERS['create']?.read(created, transitionNames, context)
        return typeof effect === 'object' && effect.kind === 'create' ? { ...effect, name: name.value } : effect
      }
      return name && parts?.[2] && { kind: 'let', name: name.value, value: bare(parts[2]) }
    },
  },
  change: {
    example: '"change password from CURRENT to NEW"',
    read(text) {
      const given = matchParts(text, /^password\s+from\s+(.+)$/dis)?.[1]
      const rest = given && splitAt(given, /(?<=[\s`])to(?=[\s`])/i)
      if (!rest || rest.before.value === '' || rest.after.value === '') return undefined
      return { kind: 'change password', current: bare(rest.before), password: bare(rest.after) }
    },
  },
  sign: {
    example: '"sign up EMAIL with PASSWORD as { name: … }", "sign in EMAIL with PASSWORD" or "sign out"',
    read(text, _, context) {
      if (/^out$/i.test(text.value)) return { kind: 'sign out' }
      const parts = matchParts(text, /^(up|in)\s+(.+)$/dis)
      const rest = parts?.[2] && splitAt(parts[2], /(?<=[\s`])with(?=[\s`])/i)
      if (!rest || rest.before.value === '' || rest.after.value === '') return undefined
      const email = bare(rest.before)
      if (/^in$/i.test(parts[1]?.value ?? '')) return { kind: 'sign in', email, password: bare(rest.after) }
      const given = splitAt(rest.after, /(?<=[\s`])as(?=\s*`?\{)/i)
      const braces = given && bare(given.after)
      if (braces && !/^\{.*\}$/s.test(braces.value)) return undefined
      const password = bare(given?.before ?? rest.after)
      return { kind: 'sign up', email, password, as: readFieldValues(braces, context) }
    },
  },
}

function readMember(text: Fragment, kind: 'add' | 'remove', keyword: RegExp): PlainEffect | undefined {
  const parts = splitAt(text, keyword)
  return parts && parts.after.value !== '' ? { kind, item: bare(parts.before), field: bare(parts.after) } : undefined
}

/** Reads `{ ticket: this, body: input.reason }`; an absent text gives none. */
export function readFieldValues(text: Fragment | undefined, context: PointContext): FieldValueDeclaration[] {
  if (!text) return []
  return splitFragment(trimFragment(sliceFragment(text, 1, text.value.length - 1))).flatMap((part) => {
    const found = matchParts(part, /^(?:"([^"]*)"|`?([A-Za-z_][\w .]*?)`?)\s*:\s*(.+)$/ds)
    const name = found?.[1] ?? found?.[2]
    if (name && found?.[3]) return [{ name, value: bare(found[3]) }]
    context.report(say.badFieldValue(spanOf(part), { text: part.value }))
    return []
  })
}

/**
 * Finds the opening brace of the block in braces that ends the text, outside quotes and brackets. Returns -1 if the
 * text does not end with braces.
 */
function lastBrace(text: Fragment): number {
  if (!text.value.endsWith('}')) return -1
  for (let at = 0; at < text.value.length;) {
    const next = step(text.value, at)
    if (text.value[at] === '{' && next === text.value.length) return at
    at = next
  }
  return -1
}

interface DoneOn {
  readonly before: Fragment
  readonly after?: Fragment
}

/**
 * Divides at the last `on` before which a known name stands (a name may hold the word: `put on hold`), else at the first;
 * without an `on` of its own the transition is one of the record at hand.
 */
function splitDo(text: Fragment, names: ReadonlySet<string>): DoneOn {
  if (names.has(bare(text).value.toLowerCase())) return { before: bare(text) }
  let parts: DoneOn | undefined
  for (let at = findOutside(text.value, ON); at >= 0; at = findOutside(text.value, ON, at + 2)) {
    const before = bare(trimFragment(sliceFragment(text, 0, at)))
    if (parts && !names.has(before.value.toLowerCase())) continue
    parts = { before, after: trimFragment(sliceFragment(text, at + 2)) }
  }
  return parts ?? { before: bare(text) }
}

const ON = /(?<=\s)on(?=\s)/i
