// Links a step that makes a call of point 7: its parameters, its inputs, and what it answers.
import * as sayCalls from '../../diagnostics/7-calls.ts'
import * as say from '../../diagnostics/examples.ts'
import { dependsOnUnknown } from '../../diagnostics/linking.ts'
import type { Expression } from '../../expressions/node.ts'
import { TEXT } from '../../expressions/type-rules.ts'
import type { Type } from '../../expressions/type.ts'
import type { InputSetting } from '../4-states/types.ts'
import { isShown } from '../../points/declarations.ts'
import type { CallStepDeclaration } from '../../points/examples/declarations.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { nearest } from '../../text/nearest-word.ts'
import type { Span } from '../../text/span.ts'
import { titlesOfCalls } from '../7-calls/find-call.ts'
import { fitsPath, isMoreFixed } from '../7-calls/match-path.ts'
import type { CallInput, DocumentCall, JsonTemplateNode } from '../7-calls/types.ts'
import type { StepAndStory, StoryScope } from './story.ts'
import { expressionIn } from './story.ts'
import type { ExampleStep } from './types.ts'

/** The steps after it know what it answers as `answer`. */
export function linkCallStep(story: StoryScope, declared: CallStepDeclaration & { readonly span: Span }): StepAndStory {
  const call = findCalled(story, declared)
  if (!call) return { step: undefined, story }
  const segments = call.path.split('/').slice(1)
  const parameters = declared.segments.flatMap(({ text, isValue }, at): readonly (InputSetting | undefined)[] => {
    const [colon, name] = [segments[at]?.[0], segments[at]?.slice(1) ?? '']
    if (colon !== ':') return []
    const value = isValue ? expressionIn(story, text) : literalOf(text)
    return [value && { name, value, type: value.tree.type }]
  })
  const inputs = declared.inputs.map(({ name, value }): InputSetting | undefined => {
    const input = takenAs(story, call, name)
    const type = input && input.valueType.kind !== 'null' ? input.valueType : undefined
    const read = input && expressionIn(story, value, type)
    return input && read && { name: input.written, value: read, type: type ?? read.tree.type }
  })
  const given = [...parameters, ...inputs]
  const type = call.answer?.as === 'json' && call.answer.body ? typeOfJson(call.answer.body) : undefined
  const after = type ? { ...story, names: { ...story.names, answer: type } } : story
  // What is wrong has been said: the steps after it know the answer all the same.
  if (given.some((each) => each === undefined)) return { step: undefined, story: after }
  const step: ExampleStep = {
    kind: 'call',
    method: call.method,
    path: call.path,
    parameters: parameters.flatMap((each) => each ?? []),
    inputs: inputs.flatMap((each) => each ?? []),
    ...(type ? { answers: type } : {}),
    cite: story.context.cite(story.point, declared.span),
  }
  return { step, story: after }
}

/** The call as a request would find it. Undefined after it was said that there is none, or where it is not shown. */
function findCalled(
  { context, calls }: StoryScope,
  { method, path, segments }: CallStepDeclaration,
): DocumentCall | undefined {
  const asked = segments.map(({ text, isValue }) => (isValue ? undefined : text.value))
  const fitting = (title: string): readonly string[] | undefined => {
    const [other, pattern = ''] = title.split(' ')
    const parts = pattern.split('/').slice(1)
    return other === method && fitsPath(parts, asked) ? parts : undefined
  }
  const titles = titlesOfCalls(context)
  let best: { readonly title: string; readonly parts: readonly string[] } | undefined
  for (const title of titles) {
    const parts = fitting(title)
    if (parts && (!best || isMoreFixed(parts, best.parts))) best = { title, parts }
  }
  const span = spanOf(path)
  const call = `${method} ${path.value}`
  if (!isShown(context.declarations.calls)) context.report(dependsOnUnknown(span, { unknown: 'Point 7' }))
  else if (!best) context.report(sayCalls.unknownCall(span, { call, nearest: nearest(call, titles) }))
  return best && calls.find((each) => `${each.method} ${each.path}` === best.title)
}

function takenAs(
  { context }: StoryScope,
  { method, path, takes }: DocumentCall,
  name: Fragment,
): CallInput | undefined {
  const known = takes.filter((each) => each.in !== 'path')
  const found = known.find(({ written }) => written.toLowerCase() === name.value.toLowerCase())
  const taken = known.map(({ written }) => written)
  if (!found) context.report(say.notTaken(spanOf(name), { call: `${method} ${path}`, input: name.value, takes: taken }))
  return found
}

function literalOf(text: Fragment): Expression {
  const span = spanOf(text)
  return { text: text.value, span, tree: { kind: 'literal', value: text.value, type: TEXT, span } }
}

/** The type of an answer; what may be of several types is JSON. */
function typeOfJson(json: JsonTemplateNode): Type {
  switch (json.kind) {
    case 'object':
      return {
        kind: 'object',
        fields: Object.fromEntries(json.members.map(({ name, value }) => [name, typeOfJson(value)])),
      }
    case 'list':
      return { kind: 'list', of: json.items[0] ? typeOfJson(json.items[0]) : { kind: 'json' } }
    case 'literal':
      return json.value === null ? { kind: 'null' } : typeof json.value === 'string' ? TEXT : plainType(json.value)
    case 'expression':
      return asList(json.expression.tree.type)
  }
}

function plainType(value: number | boolean): Type {
  return { kind: typeof value === 'number' ? 'number' : 'boolean' }
}

/** An answer stands in memory: its sets are lists. */
function asList(type: Type): Type {
  if (type.kind === 'set' || type.kind === 'list') return { kind: 'list', of: asList(type.of) }
  if (type.kind !== 'object') return type
  return {
    kind: 'object',
    fields: Object.fromEntries(Object.entries(type.fields).map(([name, of]) => [name, asList(of)])),
  }
}
