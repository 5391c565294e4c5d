// Links the nine points into one model: names first, then expressions.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/linking.ts'
import { readExpression } from '../expressions/checker.ts'
import { knownLocale, type Locale } from '../expressions/functions/formatters.ts'
import type { Node } from '../expressions/node.ts'
import type { Environment } from '../expressions/schema.ts'
import { TEXT } from '../expressions/type-rules.ts'
import type { Type } from '../expressions/type.ts'
import type { Declarations } from '../points/declarations.ts'
import { isShown } from '../points/declarations.ts'
import type { Fragment } from '../text/fragment.ts'
import { spanOf } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import type { LineIndex } from '../text/position.ts'
import { blankQuotedTexts } from '../text/blank-quoted-texts.ts'
import { linkProduct } from './1-product/link.ts'
import { linkScreens } from './2-screens/link.ts'
import { outlineEntities } from './3-entities/outline.ts'
import { linkEntity } from './3-entities/link.ts'
import { outlineFourEyes } from './4-states/outline-four-eyes.ts'
import { outlineStates } from './4-states/outline.ts'
import { linkSchedules, reportSchedulesEntity } from './4-states/link-schedules.ts'
import { linkStates } from './4-states/link.ts'
import { linkRules } from './5-rules/link.ts'
import { outlineRoles } from './6-roles/outline.ts'
import { linkAccountPolicy, linkGrants, linkRoles } from './6-roles/link.ts'
import { linkCalls } from './7-calls/link.ts'
import { linkCallSettings, linkOutgoing } from './7-calls/link-outgoing.ts'
import { reportRulesOnNothing } from './7-calls/link-call-rules.ts'
import { makeShapes } from './7-calls/shapes.ts'
import { makeTitles } from './3-entities/titles.ts'
import { type HoleContext, reportLocalisedMisuse, showHoles } from './show-holes.ts'
import { linkErrors } from './8-errors/link.ts'
import { findFixedConstants } from './9-constants/fixed-constants.ts'
import { daysInTrash, linkConstants, linkSettings, outlineLimits, outlineLimitValues } from './9-constants/link.ts'
import { linkCalendars, outlineCalendars } from './9-constants/calendars.ts'
import { outlineLookups } from './9-constants/lookups.ts'
import { linkExamples } from './examples/link.ts'
import type { LinkContext } from './link-context.ts'
import { findLostNames } from './lost-names.ts'
import { fieldsNotShown, findName, suggest } from './link-context.ts'
import { makeDefinitions } from './definitions.ts'
import type { Entity, Model, Unknown, Citation } from './model.ts'
import type { EntityOutline, Outline } from './outline.ts'
import { findOverdueStates } from './overdue-states.ts'
import { makeRoleConditions } from './6-roles/role-conditions.ts'
import { makeSchema } from './expression-schema.ts'
import { lineText, positionAt } from '../text/position.ts'

export interface LinkResult {
  /** Whole only where no diagnostic is an error. */
  readonly model: Model
  readonly diagnostics: readonly Diagnostic[]
}

export function link(declarations: Declarations, lines: LineIndex): LinkResult {
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const outline = makeOutline(declarations, report)
  const context = makeLinking(declarations, outline, lines, report)
  const rules = linkRules(context)
  const grants = linkGrants(context)
  const days = daysInTrash(declarations)
  const entities = new Map<string, Entity>()
  for (const [identifier, entity] of outline.entities) {
    const parts = { daysInTrash: days, rules: rules.get(identifier) ?? [], grants: grants.get(identifier) ?? [] }
    entities.set(identifier, linkEntity(context, entity, { states: linkStates(context, entity), ...parts }))
  }
  const calls = linkCalls(context)
  reportRulesOnNothing(context)
  reportSchedulesEntity(context)
  const screens = linkScreens(context)
  const model: Model = {
    name: declarations.name,
    introduction: declarations.introduction,
    product: linkProduct(context),
    screens,
    entities,
    entitiesShown: outline.entitiesShown,
    rolesShown: isShown(declarations.roles),
    roles: linkRoles(context),
    accountPolicy: linkAccountPolicy(context),
    calls,
    shapes: context.shapes.all(),
    outgoing: linkOutgoing(context),
    schedules: linkSchedules(context),
    callSettings: linkCallSettings(context),
    errors: linkErrors(context, entities, calls),
    limits: linkConstants(context),
    calendars: linkCalendars(context),
    lookups: new Map([...outline.lookups].flatMap(([name, lookup]) => (lookup ? [[name, lookup] as const] : []))),
    settings: linkSettings(declarations, report),
    examples: linkExamples(context, calls),
    overdueStates: findOverdueStates({ screens, entities }),
    questions: declarations.questions.map(({ span, ...question }) => ({
      ...question,
      line: context.cite(question.point, span).line,
    })),
    unknowns: context.unknowns,
    pointsNotShown: pointsNotShown(declarations),
  }
  return { model, diagnostics: distinct(diagnostics) }
}

/** All names and types of the document; also of one that has errors. */
export function makeOutline(declarations: Declarations, report: (diagnostic: Diagnostic) => void): Outline {
  const roles = outlineRoles(declarations, report)
  const entities = outlineEntities(declarations, roles, report)
  outlineStates(declarations, entities, report)
  outlineFourEyes(declarations, entities, report)
  outlineWords(declarations, entities, report)
  return {
    entities,
    entitiesShown: isShown(declarations.entities),
    roles,
    limits: outlineLimits(declarations),
    limitValues: outlineLimitValues(declarations),
    lookups: outlineLookups(declarations, report),
    calendars: outlineCalendars(declarations),
  }
}

/** Conditions that point 5 names stand beside the fields of their entity. */
function outlineWords(
  { rules }: Declarations,
  entities: ReadonlyMap<string, EntityOutline>,
  report: (diagnostic: Diagnostic) => void,
): void {
  const names = [...entities.values()].map((entity) => entity.name)
  for (const word of isShown(rules) ? rules.words : []) {
    const entity = entities.get(findName(word.entity, names, 'entity') ?? '')
    const { identifier, label, span } = word.word
    if (!entity)
      report(
        say.unknownName(spanOf(word.entity), {
          what: 'entity',
          name: word.entity.value,
          ...suggest(word.entity.value, names),
        }),
      )
    else if ([entity.fields, entity.words, entity.reverses].some((names) => names.has(identifier)))
      report(say.doubledName(span, { what: `names of ${entity.name.label}`, name: label }))
    else entity.words.set(identifier, word)
  }
}

function mentionsLost({ value }: Fragment, { lost }: Environment): boolean {
  return lost !== undefined && [...value.matchAll(/(?<![\w.])[A-Za-z_]\w*/g)].some(([name]) => lost.has(name))
}

function makeLinking(
  declarations: Declarations,
  outline: Outline,
  lines: LineIndex,
  report: (diagnostic: Diagnostic) => void,
): LinkContext {
  const shapes = makeShapes(declarations, () => context)
  const schema = makeSchema(outline, shapes)
  const unknownFields = new Set(
    [...outline.entities.values()].flatMap((entity) => fieldsNotShown(entity).map(({ identifier }) => identifier)),
  )
  const lost = findLostNames(declarations, outline)
  const isLost = ({ code, span }: Diagnostic): boolean =>
    (NAMELESS.has(code) && lost.fields.has(nameAt(span))) ||
    (code === 'expressions/unknown-timer' && lost.timers.has(nameAt(span)))
  let locale: Locale | undefined
  const findLocale = (): Locale => {
    const settings = linkSettings(declarations, () => undefined)
    return knownLocale({ locale: settings.language, ...settings })
  }
  const holes: HoleContext = { context: () => context, locale: () => (locale ??= findLocale()) }
  const nameAt = ({ start, end }: Span): string => lines.text.slice(start, end)
  const check =
    (tell: (diagnostic: Diagnostic) => void, suggest?: () => undefined) =>
    (source: Fragment, environment: Environment, expected?: Type) => {
      const unknown = unknownOf9(source, outline)
      if (unknown !== undefined) {
        tell(say.dependsOnUnknown(spanOf(source), { unknown }))
        return undefined
      }
      const { expression, diagnostics } = readExpression(source, schema, environment, expected, suggest)
      if (mentionsLost(source, environment)) return undefined
      if (diagnostics.some(isLost)) {
        diagnostics.filter((each) => !isLost(each)).forEach(tell)
        return undefined
      }
      const missing = diagnostics.flatMap(({ code, span }) => (NAMELESS.has(code) ? [nameAt(span)] : []))
      const notShown = missing.find((name) => unknownFields.has(name))
      if (notShown !== undefined) {
        tell(say.dependsOnUnknown(spanOf(source), { unknown: notShown }))
        return undefined
      }
      diagnostics.forEach(tell)
      return expression && { ...expression, tree: showHoles(expression.tree, holes) }
    }
  const constants = findFixedConstants(declarations)
  const roleConditions = makeRoleConditions(() => context)
  const meanings = makeDefinitions(outline, check(report), roleConditions, constants, report, nameAt)
  const read =
    (tell: (diagnostic: Diagnostic) => void, checking = check(tell)): LinkContext['reading'] =>
    (source, environment, expected) => {
      const checked = checking(source, environment, expected)
      if (!checked) return undefined
      const whole = meanings.resolve(checked.tree)
      const misuse = reportLocalisedMisuse(whole, checked.span, nameAt)
      if (misuse) tell(misuse)
      if (misuse) return undefined
      // What is a literal as a whole was too large, and was reported.
      const asked = (): Node => (whole.kind === 'literal' ? whole : meanings.resolveForReader(checked.tree))
      return { expression: { ...checked, tree: environment.forReader === true ? asked() : whole }, asked }
    }
  const reading = read(report)
  // What is not reported is not looked for either.
  const inSilence: LinkContext['readingInSilence'] = (source, environment, expected) => {
    const found: Diagnostic[] = []
    const keep = (each: Diagnostic): void => void found.push(each)
    const silent = read(
      keep,
      check(keep, () => undefined),
    )(source, environment, expected)
    return silent && { ...silent, tell: () => found.forEach(report) }
  }
  const unknowns: Unknown[] = [...declarations.unknowns]
  const context: LinkContext = {
    declarations,
    outline,
    schema,
    unknowns,
    meanings,
    roleConditions,
    shapes,
    titles: makeTitles(() => context),
    shown: (value) => meanings.resolve(shownText(value, holes)),
    shownForReader: (value) => meanings.resolveForReader(shownText(value, holes)),
    report,
    cite: (point, span) => cite(lines, point, span),
    expression: (source, environment, expected) => reading(source, environment, expected)?.expression,
    reading,
    readingInSilence: inSilence,
    unknownIn: (source) => unknownOf9(source, outline),
    lost,
    constants,
  }
  return context
}

function shownText(value: Node, holes: HoleContext): Node {
  return showHoles({ kind: 'shown', value, type: TEXT, span: value.span }, holes)
}

/**
 * Returns the name of something in point 9 that an expression needs and that is not shown. Whatever needs it is
 * unknown, and what is unknown allows nothing, refuses nothing and sets nothing.
 */
function unknownOf9(source: Fragment, outline: Outline): string | undefined {
  const { limits, lookups, calendars } = outline
  if (!MAY_NEED.test(source.value)) return undefined
  for (const [, group, name = ''] of blankQuotedTexts(source.value).matchAll(NEEDS)) {
    const others = group === 'lookup' ? lookups : calendars
    const isUnknown = group === 'limits' ? limits.get(name)?.kind === 'null' : others.has(name) && !others.get(name)
    if (isUnknown) return name
  }
  return undefined
}

/** Said of a name that nothing has: of a field whose type is not shown, too. */
const NAMELESS: ReadonlySet<string> = new Set([
  'expressions/unknown-name',
  'expressions/unknown-member',
  'expressions/function-as-name',
])

/** Most expressions need nothing of point 9. */
const MAY_NEED = /(?:limits|lookup|calendar)\./

const NEEDS = /\b(limits|lookup|calendar)\.([A-Za-z]\w*)/g

function pointsNotShown(declarations: Declarations): readonly number[] {
  const { product, screens, entities, states, rules, roles, calls, errors, limits } = declarations
  return [product, screens, entities, states, rules, roles, calls, errors, limits].flatMap((point, index) =>
    isShown<object>(point) ? [] : [index + 1],
  )
}

/** Removes repeated diagnostics, so that what is read for several entities is reported once. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Map<string, Diagnostic>()
  for (const each of diagnostics) {
    const key = `${each.code} ${each.span.start} ${each.message}`
    if (!seen.has(key)) seen.set(key, each)
  }
  return [...seen.values()]
}

/** Makes a citation. The first line is cited for a thing that covers several lines. */
function cite(lines: LineIndex, point: number, span: Span): Citation {
  const { line } = positionAt(lines, span.start)
  return { point, line, text: lineText(lines, line).trim() }
}
