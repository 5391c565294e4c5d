// Declares the story of an example up to a step: the names that expressions of its steps know.
import type { Expression } from '../../expressions/node.ts'
import type { Environment } from '../../expressions/schema.ts'
import type { Type } from '../../expressions/type.ts'
import type { ActorDeclaration } from '../../points/examples/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { LinkContext } from '../link-context.ts'
import type { Name } from '../model.ts'
import type { DocumentCall } from '../7-calls/types.ts'
import type { EntityOutline } from '../outline.ts'
import { substituteThis } from '../substitute-this.ts'
import type { ExampleStep } from './types.ts'

/** The story up to a step: names, people, and the record at hand. */
export interface StoryScope {
  readonly context: LinkContext
  readonly calls: readonly DocumentCall[]
  readonly point: number
  /** The record that was created last. */
  readonly atHand: RecordAtHand | undefined
  /** Types of all names, people among them. */
  readonly names: { readonly [name: string]: Type }
  readonly people: ReadonlyMap<string, Name>
  /** Whether the step before it may be refused. */
  readonly canBeRefused: boolean
  /** Whether the step before it says what was refused. */
  readonly canBeConfirmed: boolean
  /** Whether the step after it says that it is refused. */
  readonly isRefused: boolean
}

export interface RecordAtHand {
  readonly entity: EntityOutline
  readonly name: string
  /** Its fields that were given something else than what is called so in the story: bare, the name means the latter. */
  readonly hiddenFields: ReadonlySet<string>
}

/** A linked step and the story after it; a step that is absent has been reported. */
export interface StepAndStory {
  readonly step: ExampleStep | undefined
  readonly story: StoryScope
}

/** Says how the steps call somebody who acts: by their name, or by their role, with a number from the second on. */
export function nameActor(
  { name, roles: written, isAnother }: ActorDeclaration,
  roles: readonly Fragment[],
  people: ReadonlyMap<string, unknown>,
): { readonly person: string; readonly label: string; readonly isKnown: boolean } {
  const named = written.length > 0 ? name : undefined
  const role = roles[0]?.value ?? ''
  const plain = named?.identifier ?? identifierOf(role, 'field')
  const isKnown = named === undefined && !isAnother && people.has(plain)
  let [person, number] = [plain, 1]
  while (!isKnown && people.has(person)) person = `${plain}_${++number}`
  return { person, label: named?.label ?? (number === 1 ? role : `${role} ${number}`), isKnown }
}

export function environmentOf({ atHand, names }: StoryScope): Environment {
  return { ...(atHand ? { record: atHand.entity.name.identifier } : {}), bare: names }
}

export function expressionIn(
  story: StoryScope,
  source: Fragment,
  expected?: Type,
  { forReader }: Pick<Environment, 'forReader'> = {},
): Expression | undefined {
  const environment = { ...environmentOf(story), ...(forReader === true ? { forReader } : {}) }
  const expression = story.context.expression(source, environment, expected)
  return expression && onNamed(story, expression)
}

/** The record at hand is asked for by its name. */
export function onNamed({ atHand }: StoryScope, expression: Expression): Expression {
  if (!atHand) return expression
  const { entity, name } = atHand
  const { tree } = expression
  const type = { kind: 'record', entity: entity.name.identifier } as const
  return { ...expression, tree: substituteThis(tree, { kind: 'input', name, type, span: tree.span }) }
}
