// Tells the story of an example up to a step that is being written: who acts, and which names its steps know.
import type { Type } from '../expressions/type.ts'
import { nameActor } from '../model/examples/story.ts'
import type { ExampleStepDeclaration } from '../points/examples/declarations.ts'
import { identifierOf } from '../text/identifier.ts'
import type { Span } from '../text/span.ts'
import type { NameScope } from './expression-names.ts'
import { typeAtEnd } from './expression-names.ts'
import type { DocumentOutline } from './outline.ts'
import { lineAround } from './place.ts'

/** A step that is being written: its text, from behind its number up to the offset. */
export interface WrittenStep {
  readonly start: number
  readonly text: string
}

export interface StoryBefore extends NameScope {
  readonly names: { readonly [name: string]: Type }
  /** Identifiers of people by what steps call them: "Olga", "Member 2". */
  readonly people: ReadonlyMap<string, string>
  /** Steps in which a name was given, by name. */
  readonly givenAt: ReadonlyMap<string, Span>
  readonly lastStep?: ExampleStepDeclaration['kind']
}

/** Undefined where the offset is in no step. A step goes on in lines that are indented. */
export function stepBefore(text: string, offset: number): WrittenStep | undefined {
  for (let { start } = lineAround(text, offset); ; start = lineAround(text, start - 1).start) {
    const written = text.slice(start, offset)
    const marker = /^[ \t]*\d+[.)][ \t]+/.exec(written)?.[0]
    if (marker !== undefined) return { start: start + marker.length, text: written.slice(marker.length) }
    if (start === 0 || !/^[ \t]+\S/.test(written)) return undefined
  }
}

/** Steps that can't be read yet are passed over. */
export function storyBefore(outline: DocumentOutline, offset: number): StoryBefore {
  const example = outline.declarations.examples.findLast(({ span }) => span.start <= offset)
  const steps = example?.steps.filter(({ span }) => span.end < offset) ?? []
  return steps.reduce((story, step) => withStep(outline, story, step), BEGINNING)
}

const BEGINNING: StoryBefore = { names: {}, people: new Map(), givenAt: new Map() }

function withStep(outline: DocumentOutline, before: StoryBefore, step: ExampleStepDeclaration): StoryBefore {
  const story: StoryBefore = { ...before, lastStep: step.kind }
  if (step.kind === 'as') {
    const known = new Map([...story.people.values()].map((person) => [person, person]))
    const { written } = step
    const isRole = step.roles.length === 0 && written !== undefined && !known.has(identifierOf(written.value, 'field'))
    const { person, label, isKnown } = nameActor(step, isRole ? [written] : step.roles, known)
    if (isKnown || person === '') return story
    const people = new Map([...story.people, [label, person]])
    return { ...withName(story, person, { kind: 'record', entity: 'Person' }, step.span), people }
  }
  if (step.kind === 'create') {
    const entity = identifierOf(step.effect.entity.value, 'entity')
    if (!outline.outline.entities.has(entity)) return story
    const name = step.effect.name ?? identifierOf(entity, 'field')
    return { ...withName(story, name, { kind: 'record', entity }, step.span), entity }
  }
  if (step.kind !== 'effect' || step.effect.kind !== 'let') return story
  const type = typeAtEnd(outline, story, step.effect.value.value)
  return type === undefined ? story : withName(story, step.effect.name, type, step.span)
}

function withName(story: StoryBefore, name: string, type: Type, span: Span): StoryBefore {
  return {
    ...story,
    names: { ...story.names, [name]: type },
    givenAt: new Map([...story.givenAt, [name, span]]),
  }
}
