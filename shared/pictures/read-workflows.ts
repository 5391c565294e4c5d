// Reads the pictures of workflows: their states, and a step for each row of a transition.
import type { Entity, Field, Grantee, Model, TransitionRow, Workflow } from '../model/model.ts'
import type { WorkflowDeclaration } from '../points/4-states/declarations.ts'
import { spanOf } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import type { DoerPicture, StatePicture, StepPicture, WorkflowPicture } from './pictures.ts'

export function readWorkflowPictures(
  model: Model,
  declared: readonly WorkflowDeclaration[],
  lineOf: (span: Span) => number,
): readonly WorkflowPicture[] {
  return [...model.entities.values()].flatMap((entity) =>
    [...entity.workflows.values()].map((workflow): WorkflowPicture => {
      const field = entity.fields.get(workflow.field)
      const written = declared.find(({ span }) => lineOf(span) === workflow.cite.line)
      return {
        key: `${entity.name.identifier}.${workflow.field}`,
        entity: entity.name.label,
        field: field?.name.label ?? workflow.field,
        line: workflow.cite.line,
        states: workflow.states.map((state): StatePicture => {
          return {
            ...state,
            starts: state.word === workflow.starts,
            ends: workflow.ends.includes(state.word),
            line: lineOfState(state.label, written, field, lineOf) ?? workflow.cite.line,
          }
        }),
        steps: stepsOf(model, entity, workflow),
      }
    }),
  )
}

/** Finds the line of a state: its row, else the field that lists it, else where the workflow first speaks of it. */
function lineOfState(
  label: string,
  written: WorkflowDeclaration | undefined,
  field: Field | undefined,
  lineOf: (span: Span) => number,
): number | undefined {
  const row = written?.states.find(({ state }) => state.label === label)
  if (row) return lineOf(row.span)
  if (field?.cite.text.includes(label)) return field.cite.line
  const steps = written?.transitions.flatMap(({ from, to }) =>
    [from, to].filter((each) => typeof each !== 'string').flat(),
  )
  const said = [...(written?.starts ? [written.starts] : []), ...(written?.ends ?? []), ...(steps ?? [])]
  const found = said.find(({ value }) => value === label)
  return found && lineOf(spanOf(found))
}

function stepsOf(model: Model, entity: Entity, { field }: Workflow): readonly StepPicture[] {
  return [...entity.transitions.values()]
    .filter((transition) => transition.field === field)
    .flatMap(({ name, rows }) =>
      rows.map((row, at): StepPicture => {
        return {
          key: `${name.identifier} ${at}`,
          transition: name.label,
          from: row.from,
          to: row.to,
          who: row.who.map((who) => pictureDoer(model, who)),
          ...(row.when ? { when: row.when.text } : {}),
          ...afterOf(row),
          asks: row.asks.map((ask) => ask.name.label),
          line: row.cite.line,
        }
      }),
    )
    .toSorted((a, b) => a.line - b.line)
}

function afterOf({ after }: TransitionRow): Pick<StepPicture, 'after'> {
  if (!after) return {}
  const expression = after.kind === 'every' ? after.period : after.expression
  return { after: { kind: after.kind, text: expression.text } }
}

export function pictureDoer(model: Model, who: Grantee): DoerPicture {
  if (who.kind === 'condition') return { kind: 'condition', text: who.condition.text }
  if (who.kind !== 'role') return { kind: who.kind }
  const names = [who.role, ...who.roles.filter((role) => role !== who.role)]
  return { kind: 'role', names: names.map((role) => model.roles.get(role)?.name.label ?? role) }
}
