// Reads point 6: sign-up and sign-in, the roles, and the grants.
import type { Section, Setting } from '../../document/document.ts'
import * as say from '../../diagnostics/6-roles.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitFragment } from '../../text/split.ts'
import { LONGEST_MINIMUM, SHORTEST_PASSWORD } from './password-length.ts'
import { bare, readQuoted } from '../../text/written-values.ts'
import { GRANTS, readGrant } from './read-grant.ts'
import { keepFirst, type PointContext, readName, reportValue } from '../reading/point-context.ts'
import { readSection, reportInnerHeadings } from '../reading/read-section.ts'
import { readWord, type SettingReaders } from '../reading/read-settings.ts'
import {
  plainWord,
  type HeadedTable,
  shownCell,
  type HeadedRow,
  type TableShape,
} from '../reading/read-headed-table.ts'
import type { GrantDeclaration, RoleDeclaration, RolesPoint, SignInDeclaration } from './declarations.ts'

export const ROLES: TableShape = { of: 'roles', key: ['role'], columns: ['is', 'includes', 'of', 'who'] }

export function readRoles(section: Section, context: PointContext): RolesPoint {
  const roles: RoleDeclaration[] = []
  const grants: GrantDeclaration[] = []
  const mayGive: RolesPoint['mayGive'][number][] = []
  const found: { -readonly [key in keyof RolesPoint]?: RolesPoint[key] } = {}
  const settings = new Map<string, Span>()
  const readers = {
    tables: [
      [
        GRANTS,
        (table: HeadedTable) => {
          found.grantsHeader ??= table.table.header.span
          grants.push(...table.rows.flatMap((row) => readGrant(row, context) ?? []))
        },
      ],
      [ROLES, (table: HeadedTable) => void roles.push(...table.rows.flatMap((row) => readRole(row, context) ?? []))],
    ] as const,
    settings: notingSpans(settings, {
      'sign-up': (setting: Setting) => void (found.signUp = readSignUp(setting, context)),
      'sign-in': (setting: Setting) => void (found.signIn = readSignIn(setting, context)),
      passwords: (setting: Setting) => void (found.shortestPassword = readPasswords(setting, context)),
      'second factor': (setting: Setting) => void (found.secondFactor = readSecondFactor(setting)),
      administrators: (setting: Setting) =>
        void (found.administrators = readWord(setting, ['all data', 'no data'], context)),
      citations: (setting: Setting) =>
        void (found.citations = readReaders<'everyone' | 'nobody'>(setting, ['everyone', 'nobody'])),
      document: (setting: Setting) =>
        void (found.document = readReaders<'administrators' | 'everyone'>(setting, ['administrators', 'everyone'])),
    }),
    openSettings: (setting: Setting): boolean => {
      const giver = matchParts(setting.key, /^(.+?)\s+may\s+give$/dis)?.[1]
      if (giver) mayGive.push({ role: bare(giver), gives: references(setting.value), span: setting.span })
      return giver !== undefined
    },
  }
  readSection(section.blocks, { ...readers, unknown: 'Roles' }, context)
  // Headings only divide the tables.
  for (const part of section.parts) {
    readSection(part.blocks, { ...readers, unknown: part.heading.text.value }, context)
    reportInnerHeadings(part.parts, 'tables of roles and grants', context)
  }
  return {
    signUp: found.signUp ?? { kind: 'by invitation' },
    ...(found.signIn ? { signIn: found.signIn } : {}),
    ...(found.shortestPassword === undefined ? {} : { shortestPassword: found.shortestPassword }),
    ...(found.secondFactor ? { secondFactor: found.secondFactor } : {}),
    mayGive,
    administrators: found.administrators ?? 'all data',
    citations: found.citations ?? 'everyone',
    document: found.document ?? 'administrators',
    settings,
    roles: keepFirstRoles(roles, context),
    grants,
    grantsHeader: found.grantsHeader ?? section.heading.span,
    span: section.span,
  }
}

/** The readers, which note as well where each setting stands. */
function notingSpans(spans: Map<string, Span>, readers: SettingReaders): SettingReaders {
  return Object.fromEntries(
    Object.entries(readers).map(([word, read]) => [
      word,
      (setting: Setting) => {
        spans.set(word, setting.span)
        read(setting)
      },
    ]),
  )
}

function readRole(row: HeadedRow, context: PointContext): RoleDeclaration | undefined {
  const name = readName(row.cell('role'), 'entity', 'role', context)
  if (!name) return undefined
  if (['Everyone', 'Anyone', 'Nobody', 'Administrator'].includes(name.identifier))
    context.report(say.builtInRole(name.span, { role: name.label }))
  const cell = (column: string): Fragment => shownCell(row, column, `${name.label}: ${column}`, context)
  const of = cell('of')
  const who = cell('who')
  return {
    name,
    is: cell('is').value,
    includes: references(cell('includes')),
    ...(of.value === '' ? {} : { of }),
    ...(who.value === '' ? {} : { who: bare(who) }),
    span: row.span,
  }
}

/** A role by relation may have a row for each entity; any other role has one. The first of two is kept. */
function keepFirstRoles(roles: readonly RoleDeclaration[], context: PointContext): RoleDeclaration[] {
  const scoped = roles.map((role) => {
    const of = role.of ? ` of ${plainWord(role.of.value)}` : ''
    return { role, name: { ...role.name, identifier: `${role.name.identifier}${of}` } }
  })
  return keepFirst(scoped, 'roles', context).map(({ role }) => role)
}

/** A document may ask for longer passwords than the system does, and never for shorter ones. */
function readPasswords({ value }: Setting, context: PointContext): number | undefined {
  const count = Number(/^at least (\d{1,3}) characters\.?$/i.exec(value.value)?.[1])
  if (count >= SHORTEST_PASSWORD && count <= LONGEST_MINIMUM) return count
  reportValue(value, `"at least 12 characters": ${SHORTEST_PASSWORD} to ${LONGEST_MINIMUM}`, context)
  return undefined
}

function readSignUp(setting: Setting, context: PointContext): RolesPoint['signUp'] | undefined {
  const word = plainWord(setting.value.value.replace(/\.$/, ''))
  if (word === 'by invitation' || word === 'closed') return { kind: word }
  // Somebody else would be taken for one more role, and nobody would be asked.
  const other = matchParts(setting.value, /\b(approved\s+by\s+(?!(?:an\s+)?administrators?\.?$).+)$/dis)?.[1]
  if (other) {
    context.report(say.unknownApproval(spanOf(other), { value: other.value }))
    return undefined
  }
  const open = matchParts(
    setting.value,
    /^open(?:\s*,?\s*as\s+(.+?))??(\s*,?\s*(?:and\s+)?approved\s+by\s+(?:an\s+)?administrators?)?\.?$/dis,
  )
  if (open) {
    const approved = open[2] !== undefined
    const roles = open[1] ? references(open[1]) : []
    return { kind: 'open', as: roles, approved }
  }
  context.report(say.unknownSignUp(spanOf(setting.value), { value: setting.value.value }))
  return undefined
}

/** `password, passkey, "Company" by OIDC`; of two providers of one name the first is kept. */
function readSignIn(setting: Setting, context: PointContext): SignInDeclaration[] {
  const ways = splitFragment(setting.value).flatMap((way) => readSignInWay(way, context) ?? [])
  const named = ways.filter((way) => way.kind === 'provider')
  const kept = new Set<SignInDeclaration>(keepFirst(named, 'ways to sign in', context))
  return ways.filter((way) => way.kind !== 'provider' || kept.has(way))
}

function readSignInWay(way: Fragment, context: PointContext): SignInDeclaration | undefined {
  const span = spanOf(way)
  const provider = matchParts(way, /^(.+?)\s+by\s+(?:OIDC|OpenID\s+Connect)\.?$/dis)?.[1]
  if (provider) {
    const name = readName(readQuoted(provider) ?? provider, 'field', 'provider', context)
    return name && { kind: 'provider', name, span }
  }
  const word = plainWord(way.value.replace(/\.$/, ''))
  const kind = SIGN_IN_WORDS.get(word)
  if (kind) return { kind, span }
  context.report(say.unknownSignIn(span, { value: way.value }))
  return undefined
}

const SIGN_IN_WORDS: ReadonlyMap<string, 'password' | 'passkey' | 'link'> = new Map([
  ['password', 'password'],
  ['passkey', 'passkey'],
  ['link by email', 'link'],
  ['link by e-mail', 'link'],
])

/** `Manager, administrators`, `everyone`, or `nobody`, as if nothing were said. */
function readSecondFactor(setting: Setting): RolesPoint['secondFactor'] {
  const parts = splitFragment(setting.value)
  const isWord = (part: Fragment, words: readonly string[]) => words.includes(plainWord(part.value.replace(/\.$/, '')))
  const roles = parts.filter((part) => !isWord(part, ['everyone', 'nobody', 'administrators', 'administrator']))
  const of = {
    everyone: parts.some((part) => isWord(part, ['everyone'])),
    administrators: parts.some((part) => isWord(part, ['administrators', 'administrator'])),
    roles: roles.map((role) => bare(role)),
  }
  return of.everyone || of.administrators || roles.length > 0 ? { of, span: setting.span } : undefined
}

/** Administrators are among them whatever is said. */
function readReaders<T extends string>(setting: Setting, words: readonly T[]): T | Fragment[] {
  const parts = references(setting.value)
  const [written = '', ...others] = parts.map((part) => plainWord(part.value.replace(/\.$/, '')))
  const word = others.length === 0 ? words.find((each) => each === written) : undefined
  return word ?? parts.filter((part) => !/^administrators?\.?$/i.test(part.value))
}

function references(text: Fragment): Fragment[] {
  return splitFragment(text).map((role) => bare(role))
}
