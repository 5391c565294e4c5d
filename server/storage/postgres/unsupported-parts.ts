// Finds what PostgreSQL can't keep or work out yet in a document, with the lines that say it.
import type { Field, Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { MigrationConflict } from '../storage.ts'

export function findUnsupported(model: Model): readonly MigrationConflict[] {
  return [...model.entities.values()].flatMap((entity) => {
    const fields = [...entity.fields.values()].flatMap((field) => {
      const what = unsupportedIn(field)
      return what === undefined
        ? []
        : [say(`${labelFor(field.name.label)} of ${entity.name.label} is ${what}`, field.cite.line)]
    })
    const timers = [...entity.timers.values()].map((timer) => say(`${entity.name.label} has a timer`, timer.cite.line))
    return [...fields, ...timers]
  })
}

function say(what: string, line: number): MigrationConflict {
  return { sentence: `${what}, which is not supported on PostgreSQL yet.`, line, rows: 0, examples: [] }
}

function unsupportedIn({ type, computed, standard }: Field): string | undefined {
  const { form } = fieldType(type.kind).column(type)
  if (form === 'duration') return 'a duration'
  if (type.kind === 'json') return 'of the type json'
  return computed === undefined || standard ? undefined : 'computed'
}
