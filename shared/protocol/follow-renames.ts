// Follows renamed fields (`was`) in the address of a list: in its filters, order, columns and conditions.
import type { Entity, Field, Model } from '../model/model.ts'

/** Name that a field of an entity had before, and that no field of it has now. */
export interface FormerName {
  readonly entity: string
  readonly name: string
  /** Its present name. */
  readonly field: string
}

export interface Renames {
  readonly model: Pick<Model, 'entities'>
  readonly formerNames: readonly FormerName[]
  /** Follows the renames of fields. A field that the reader may not know is left out, with its new name too. */
  readonly knows: (entity: Entity, field: string) => boolean
}

/** Gives the parameters with the present names of their fields. Parameters that name no field stay as they are. */
export function followRenames(
  renames: Renames,
  entity: Entity,
  parameters: Iterable<readonly [string, string]>,
): [string, string][] {
  const path = (written: string): string => presentPath(renames, entity, written)
  return Array.from(parameters, ([key, value]): [string, string] => {
    switch (key) {
      case 'sort':
        return [key, eachOf(value, (one) => (one.startsWith('-') ? `-${path(one.slice(1))}` : path(one)))]
      case '_columns':
      case '_group':
        return [key, eachOf(value, path)]
      case '_widths':
        return [key, eachOf(value, (one) => one.replace(/^[^:]*/, path))]
      case '_where':
        return [key, presentCondition(value, path)]
      default:
        return [key.startsWith('_') ? key : key.replace(/^[^:]*/, path), value]
    }
  })
}

function eachOf(value: string, change: (one: string) => string): string {
  return value.split(',').map(change).join(',')
}

/** Names outside of texts in quotation marks; those behind a dot go with what stands before it. */
function presentCondition(text: string, path: (written: string) => string): string {
  return text.replaceAll(/"(?:\\.|[^"\\])*"?|[a-z_]\w*(?:\.[a-z_]\w*)*/gi, (part) =>
    part.startsWith('"') ? part : path(part),
  )
}

/** `stage.owner`: each step as it is called now. From a step on that is no field, the rest stays as it is. */
function presentPath({ model, formerNames, knows }: Renames, entity: Entity, written: string): string {
  const steps = written.split('.')
  let at: Entity | undefined = entity
  for (const [index, step] of steps.entries()) {
    const field: Field | undefined = at && presentField(formerNames, at, step)
    if (at === undefined || field === undefined || !knows(at, field.name.identifier)) break
    steps[index] = field.name.identifier
    at = field.type.kind === 'relation' ? model.entities.get(field.type.entity) : undefined
  }
  return steps.join('.')
}

/** A field that is called so now goes before one that was. */
function presentField(
  formerNames: readonly FormerName[],
  { name: { identifier }, fields }: Entity,
  name: string,
): Field | undefined {
  const former = formerNames.find((each) => each.entity === identifier && each.name === name)
  return fields.get(name) ?? fields.get(former?.field ?? '')
}
