// Suggests what to add to a document, so that the text compiles before its author has touched it.
import { linkSettings } from '../../model/9-constants/link.ts'
import type { EntityOutline } from '../../model/outline.ts'
import { isShown } from '../../points/declarations.ts'
import type { InLanguages, Language } from '../../text/language.ts'
import { languageOf } from '../../text/language.ts'
import type { DocumentOutline } from '../outline.ts'
import type { KnownEntity } from './known-parts.ts'
import { isTextField, readKnownParts } from './known-parts.ts'
import { pointToAskAbout } from './question.ts'
import type { WantedPart, WantedKind } from './wanted.ts'

type SuggestedWords = (typeof WORDS)[Language]

const WORDS = {
  en: {
    thing: 'Thing',
    member: 'Member',
    isMember: 'somebody who works with it',
    notNow: 'This is not possible now.',
    notPossible: 'This is not possible.',
    meaning: 'What it is for',
    question: 'What is not known yet?',
    answer: 'What is known now',
    complete: (label: string) => `${label} is complete`,
    creates: (label: string) => `somebody creates ${label}`,
    sayMore: (label: string) => `Please say more in ${label}.`,
  },
  de: {
    thing: 'Sache',
    member: 'Mitglied',
    isMember: 'jemand, der damit arbeitet',
    notNow: 'Das geht jetzt nicht.',
    notPossible: 'Das geht nicht.',
    meaning: 'Wofür sie da ist',
    question: 'Was ist noch nicht bekannt?',
    answer: 'Was jetzt bekannt ist',
    complete: (label: string) => `${label} ist vollständig`,
    creates: (label: string) => `jemand legt ${label} an`,
    sayMore: (label: string) => `Bitte unter ${label} mehr schreiben.`,
  },
} satisfies InLanguages<object>

function wordsIn({ declarations }: DocumentOutline): SuggestedWords {
  return WORDS[languageOf(linkSettings(declarations, () => {}).language)]
}

/** Undefined where nothing of the kind can be added yet: a document without entities has no transitions. */
export function suggestAddition(known: DocumentOutline, kind: WantedKind): WantedPart | undefined {
  const { entities, roles, questions } = readKnownParts(known)
  const own = entities.filter(({ identifier }) => known.outline.entities.get(identifier)?.declaration !== undefined)
  const entity = own[0]
  const who = roles[0] ?? 'everyone'
  const words = wordsIn(known)
  switch (kind) {
    case 'entity':
      return {
        kind,
        name: free(words.thing, namesOf(known, 'entity')),
        fields: [{ name: 'name', type: 'text', required: true }],
      }
    case 'role':
      return { kind, name: free(words.member, namesOf(known, 'role')), is: words.isMember, includes: '' }
    case 'error':
      return {
        kind,
        code: free('NOT_ALLOWED_NOW', namesOf(known, 'error'), '_'),
        status: '409',
        message: words.notNow,
      }
    case 'constant':
      return { kind, name: free('limit', namesOf(known, 'constant'), '_'), value: '10', meaning: words.meaning }
    case 'question':
      return { kind, point: pointToAskAbout(known), text: words.question, owner: '', asked: '' }
    case 'answer':
      return questions[0] && { kind, question: questions[0].line, answer: words.answer, answered: '' }
    default:
      return entity === undefined ? undefined : suggestFor(known, kind, entity, { roles, who })
  }
}

type KindOfEntity = Exclude<WantedKind, 'entity' | 'role' | 'error' | 'constant' | 'question' | 'answer'>

function suggestFor(
  known: DocumentOutline,
  kind: KindOfEntity,
  { identifier: entity, label, states }: KnownEntity,
  { roles, who }: { readonly roles: readonly string[]; readonly who: string },
): WantedPart | undefined {
  const found = known.outline.entities.get(entity)
  const words = wordsIn(known)
  switch (kind) {
    case 'permission':
      return roles[0] === undefined ? undefined : { kind, role: roles[0], entity, may: 'read', own: '' }
    case 'screen':
      return { kind, shows: 'list and forms', entity, name: '', for: 'everyone' }
    case 'transition': {
      const [from = 'new', to = 'done'] = states
      return { kind, entity, name: free('finish', new Set(found?.transitions.keys()), '_'), from, to, who, asks: [] }
    }
    case 'rule':
      return { kind, name: free(words.complete(label), rulesOf(known)), entity, ...conditionFor(found, words) }
    case 'call':
      return {
        kind,
        does: 'list',
        path: free(`/api/all-${found?.path ?? 'records'}`, callsOf(known), '-'),
        entity,
        who,
      }
    case 'example':
      return { kind, title: words.creates(label), entity, role: roles[0] ?? '' }
  }
}

function conditionFor(
  entity: EntityOutline | undefined,
  words: SuggestedWords,
): { readonly condition: string; readonly message: string } {
  const text = [...(entity?.fields.values() ?? [])].find((field) => isTextField(field))
  if (text === undefined) return { condition: 'created_at <= now', message: words.notPossible }
  const { identifier, label } = text.name
  return { condition: `size(${identifier}) >= 2`, message: words.sayMore(label) }
}

function namesOf({ definitions }: DocumentOutline, what: string): ReadonlySet<string> {
  return new Set(definitions.flatMap((each) => (each.what === what ? [each.name, each.label] : [])))
}

function rulesOf({ declarations: { rules } }: DocumentOutline): ReadonlySet<string> {
  return new Set(isShown(rules) ? rules.rules.map(({ name }) => name) : [])
}

function callsOf({ declarations: { calls } }: DocumentOutline): ReadonlySet<string> {
  return new Set(isShown(calls) ? calls.calls.map(({ path }) => path.value) : [])
}

function free(name: string, taken: ReadonlySet<string>, joint = ' '): string {
  const lower = new Set([...taken].map((each) => each.toLowerCase()))
  let found = name
  for (let number = 2; lower.has(found.toLowerCase()) || lower.has(found.replaceAll(' ', '').toLowerCase()); number++)
    found = `${name}${joint}${number}`
  return found
}
