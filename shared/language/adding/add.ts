// Writes what is wanted as Markdown, and says where in the document it belongs.
import type { CompiledDocument } from '../../compile.ts'
import type { EntityOutline } from '../../model/outline.ts'
import { isShown } from '../../points/declarations.ts'
import { SCREENS } from '../../points/2-screens/read-screens.ts'
import { TRANSITIONS } from '../../points/4-states/read-transition-row.ts'
import { RULES, WORDS } from '../../points/5-rules/read-rules.ts'
import { GRANTS } from '../../points/6-roles/read-grant.ts'
import { ROLES } from '../../points/6-roles/read-roles.ts'
import { ERRORS } from '../../points/8-errors/read-errors.ts'
import { CONSTANTS } from '../../points/9-constants/read-constants.ts'
import { capitalise } from '../../text/capitalise.ts'
import { identifierOf, pathOf, reverseOf } from '../../text/identifier.ts'
import type { TextEdit } from '../../text/text-edits.ts'
import type { Diagnostics } from '../errors.ts'
import { errorsOf } from '../errors.ts'
import type { DocumentOutline } from '../outline.ts'
import { writeOwnCall } from './call.ts'
import { writeExample } from './example.ts'
import { readKnownParts, reference } from './known-parts.ts'
import type { Blank } from './markdown.ts'
import {
  blank,
  expressionText,
  freeName,
  identifierIn,
  nameText,
  sentence,
  sharedBlank,
  table,
  takeBlanks,
  writeName,
  writeNames,
} from './markdown.ts'
import { placeBlock, placeExample, placeRows, placeRowsBelow } from './place.ts'
import { placeAnswer, placeQuestion } from './question.ts'
import type { WantedField, WantedPart } from './wanted.ts'

/** Stands in place of nothing, or of a sentence that says that nothing is known. */
export interface Addition extends TextEdit {
  /** Words in `text` that their author may want to replace. */
  readonly blanks: readonly Blank[]
}

type Want<Kind extends WantedPart['kind']> = Extract<WantedPart, { readonly kind: Kind }>

/** Never refuses: `newErrors` says what the compiler has against it. */
export function addToDocument(known: DocumentOutline, wanted: WantedPart): Addition {
  const { span, text: marked } = editFor(known, wanted)
  return { span, ...takeBlanks(marked) }
}

/** Lists the errors that a document has with an addition, and had not without it. */
export function newErrors(before: CompiledDocument, after: CompiledDocument): Diagnostics {
  const known = errorsOf(before).map(({ code, message }) => `${code} ${message}`)
  return errorsOf(after).filter(({ code, message }) => {
    const at = known.indexOf(`${code} ${message}`)
    if (at >= 0) known.splice(at, 1)
    return at < 0
  })
}

function editFor(known: DocumentOutline, wanted: WantedPart): TextEdit {
  const { document } = known
  switch (wanted.kind) {
    case 'entity':
      return placeBlock(document, 3, writeEntity(known, wanted))
    case 'role': {
      const row = { role: blank(writeName(wanted.name, 'entity')), is: blank(sentence(wanted.is)) }
      const rows = [wanted.includes === '' ? row : { ...row, includes: wanted.includes }]
      return placeRows(document, 6, { shapes: [GRANTS, ROLES], shape: ROLES, rows })
    }
    case 'permission': {
      const rows = [
        {
          role: wanted.role,
          entity: entityWord(known, wanted.entity),
          may: blank(wanted.may),
          where: wanted.own === '' ? '' : `\`${wanted.own} == me\``,
          fields: 'all',
        },
      ]
      return placeRows(document, 6, { shapes: [GRANTS, ROLES], shape: GRANTS, rows })
    }
    case 'screen':
      return placeRows(document, 2, { shapes: [SCREENS], shape: SCREENS, rows: screenRows(known, wanted) })
    case 'transition':
      return addTransition(known, wanted)
    case 'rule': {
      const condition = expressionText(wanted.condition)
      const isSentence = /^(?:no overlap|at most|no circle)\s/i.test(condition)
      const row = {
        rule: blank(nameText(wanted.name)),
        entity: entityWord(known, wanted.entity),
        'must hold': isSentence ? blank(condition) : `\`${blank(condition)}\``,
        otherwise: blank(quotedUnlessCode(wanted.message)),
      }
      return placeRows(document, 5, { shapes: [WORDS, RULES], shape: RULES, rows: [row] })
    }
    case 'call':
      return placeBlock(document, 7, writeOwnCall(known, wanted))
    case 'error': {
      const { code, status, message } = wanted
      const rows = [{ code: blank(nameText(code)), status: blank(nameText(status)), message: blank(sentence(message)) }]
      return placeRows(document, 8, { shapes: [ERRORS], shape: ERRORS, rows })
    }
    case 'constant': {
      const { name, value, meaning } = wanted
      const rows = [
        {
          name: blank(writeName(name, 'field')),
          value: blank(expressionText(value)),
          meaning: blank(sentence(meaning)),
        },
      ]
      return placeRows(document, 9, { shapes: [CONSTANTS], shape: CONSTANTS, rows })
    }
    case 'example':
      return placeExample(document, 3, writeExample(known, wanted))
    case 'question':
      return placeQuestion(known, wanted)
    case 'answer':
      return placeAnswer(known, wanted)
  }
}

function writeEntity({ outline }: DocumentOutline, { name, fields }: Want<'entity'>): string {
  const taken = new Set<string>()
  const names = fields.map((field) => writeName(field.name, 'field', taken))
  const targets = fields
    .map(({ type }) => identifierOf(type, 'entity'))
    .map((type) => outline.entities.has(type) && type)
  const title = writeName(name, 'entity')
  const rows = fields.map(({ type, required }, at) => {
    // Of two relations to one entity, each needs its own name from the other end.
    const isFirst = targets[at] === false || targets.indexOf(targets[at] ?? false) === at
    const back = isFirst
      ? ''
      : ` (as ${reverseOf(identifierIn(title, 'entity'))}_by_${identifierIn(names[at] ?? '', 'field')})`
    return [blank(names[at] ?? ''), blank(writeType(type)) + back, required ? 'yes' : 'no']
  })
  return `### ${blank(title)}\n\n${table(['field', 'type', 'required'], rows)}`
}

/** The words of a choice are names like all others. */
function writeType(type: string): string {
  const [, head, words] = /^\s*(one of|several of)\s+(.*)$/is.exec(type) ?? []
  if (head === undefined || words === undefined) return expressionText(type)
  return `${head.toLowerCase()} ${writeNames(words.split(','), 'word').join(', ')}`
}

function entityNamed({ outline }: DocumentOutline, identifier: string): EntityOutline | undefined {
  return outline.entities.get(identifier)
}

function entityWord(known: DocumentOutline, identifier: string): string {
  const entity = entityNamed(known, identifier)
  return entity === undefined ? identifier : reference(entity.name)
}

/** Names and routes of new screens are free: no other screen has them. */
function screenRows(known: DocumentOutline, wanted: Want<'screen'>): readonly { readonly [column: string]: string }[] {
  const { screens } = known.declarations
  const there = isShown(screens) ? screens.screens : []
  const routes = new Set(there.map(({ route }) => routeKey(route.value)))
  const names = new Set(there.map(({ name }) => name.identifier))
  const entity = entityNamed(known, wanted.entity)
  const word = entityWord(known, wanted.entity)
  const label = entity?.name.label ?? wanted.entity
  const plural = capitalise(entity?.plural ?? label)
  const screen = (wish: string, way: string, shows: string) => {
    const name = freeName(nameText(wish), names, (text) => identifierOf(text, 'field'))
    const route = freeName(way, routes, routeKey, '-')
    return { route: blank(route), screen: blank(name), shows, for: wanted.for }
  }
  const name = (usual: string) => (nameText(wanted.name) === '' ? usual : wanted.name)
  const path = `/${entity?.path ?? (pathOf(identifierOf(nameText(wanted.name), 'entity')).replaceAll(/[^a-z0-9-]/g, '') || 'page')}`
  switch (wanted.shows) {
    case 'page':
      return [screen(name('Page'), `/${pathOfName(name('Page'))}`, 'page')]
    case 'table':
      return [screen(name(plural), path, `table of ${word}`)]
    case 'record':
      return [screen(name(label), `${path}/:id`, `record of ${word}`)]
    case 'form':
      return [screen(name(`New ${label}`), `${path}/new`, `form for ${word}`)]
    case 'list and forms':
      return [
        screen(name(plural), path, `table of ${word}`),
        screen(label, `${path}/:id`, `record of ${word}`),
        screen(`New ${label}`, `${path}/new`, `form for ${word}`),
      ]
  }
}

/** Routes that differ in the names of their parameters only are one. */
function routeKey(route: string): string {
  return route.replaceAll(/:[^/]+/g, ':')
}

function pathOfName(name: string): string {
  const path = identifierOf(nameText(name), 'field')
    .replaceAll('_', '-')
    .replaceAll(/[^a-z0-9-]+/g, '')
  return /[a-z0-9]/.test(path) ? path : 'page'
}

function addTransition(known: DocumentOutline, wanted: Want<'transition'>): TextEdit {
  const { document } = known
  const entity = entityNamed(known, wanted.entity)
  const [from, to] = [stateText(wanted.from), stateText(wanted.to)]
  const row = {
    transition: blank(writeName(wanted.name, 'field')),
    from: sharedBlank(from),
    to: blank(from === to ? 'stay' : to),
    who: wanted.who,
    ...(wanted.asks.length === 0 ? {} : { asks: wanted.asks.map(writeInput).join(', ') }),
  }
  const rows = { shapes: [TRANSITIONS], shape: TRANSITIONS, rows: [row] }
  const workflow = entity?.workflows[0]
  const part = document.sections
    .find(({ point }) => point === 4)
    ?.parts.find(({ heading }) => heading.span.start === workflow?.declaration.span.start)
  if (part !== undefined) return placeRowsBelow(document, part, rows)
  const parts = readKnownParts(known).entities.find(({ identifier }) => identifier === wanted.entity)
  const heading = `### ${entityWord(known, wanted.entity)}.${parts?.stateField ?? 'status'}`
  const cells = Object.values(row)
  return placeBlock(document, 4, `${heading}\n\n- starts: ${sharedBlank(from)}\n\n${table(Object.keys(row), [cells])}`)
}

/** Writes an input for a cell, where it begins at `name:`: choices stand in parentheses, and a name has no signs. */
function writeInput({ name, type, required }: WantedField): string {
  const label = writeName(name, 'field')
  const plain = /^[A-Za-z][A-Za-z0-9]*(?: [A-Za-z0-9]+)*$/.test(label) ? label : identifierIn(label, 'field')
  const [, head, words] = /^(one of|several of)\s(.*)$/.exec(writeType(type)) ?? []
  const written = head === undefined ? writeType(type) : `${head} (${words})`
  return `${blank(plain)}: ${written}${required ? ' required' : ''}`
}

/** `any`, `new record` and `stay` are words like those of states here. */
function stateText(written: string): string {
  return writeName(written, 'word')
}

/** A message, or the code of one of point 8. */
function quotedUnlessCode(message: string): string {
  if (/^[A-Z][A-Z0-9_]+$/.test(message.trim())) return message.trim()
  const said = sentence(message)
  return said === '' || said.startsWith('"') ? said : `"${said}"`
}
