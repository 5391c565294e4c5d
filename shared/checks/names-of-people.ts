// Checks that a screen that shows people shows their names to those who may open it.
import * as say from '../diagnostics/warnings.ts'
import type { Field, Model, Screen } from '../model/model.ts'
import { isFieldReadable, mayOpen } from './granted-roles.ts'
import type { SpecificationCheck } from './run-checks.ts'

export const checkNamesOfPeople: SpecificationCheck = (model, { unknowns }) => {
  // A grant of which something is not shown may be the one that is missed.
  if (!model.rolesShown || !('screens' in model.screens) || unknowns.some(({ point }) => point === 6)) return []
  const { screens } = model.screens
  const given = [...model.roles.values()].filter(({ onRecords }) => onRecords.length === 0)
  const readers = given.length === 0 ? ['everyone'] : given.map(({ name }) => name.identifier)
  const nameless = readers.filter((reader) => !isFieldReadable(model, 'Person', 'name', reader))
  if (nameless.length === 0) return []
  const byEntity = Map.groupBy(screens, ({ shows }) => ('entity' in shows ? shows.entity : undefined))
  return [...model.entities.values()].flatMap((entity) =>
    [...entity.fields.values()].flatMap((field) => {
      if (!leadsToPeople(field)) return []
      const shown = (byEntity.get(entity.name.identifier) ?? []).filter((screen) =>
        showsField(screen, field.name.identifier),
      )
      const unread = nameless.filter(
        (reader) =>
          isFieldReadable(model, entity.name.identifier, field.name.identifier, reader) &&
          shown.some((screen) => mayOpen(model, reader, screen.for)),
      )
      if (unread.length === 0) return []
      const isAll = readers.length > 1 && unread.length === readers.length
      const roles = isAll ? ['everyone'] : unread.map((role) => labelOf(model, role))
      return [say.nameNotReadable(field.name.span, { field: field.name.label, entity: entity.name.label, roles })]
    }),
  )
}

/** `created_by` and `updated_by` are no fields that somebody wrote down. */
function leadsToPeople({ type, standard }: Field): boolean {
  return !standard && type.kind === 'relation' && type.entity === 'Person'
}

/** A list without columns and a record without fields choose for themselves. */
function showsField({ shows, columns, fields }: Screen, field: string): boolean {
  if (shows.kind === 'record') return fields === undefined || fields.some((section) => section.fields.includes(field))
  return shows.kind === 'table' && columns?.some((path) => path === field) === true
}

function labelOf(model: Model, role: string): string {
  return model.roles.get(role)?.name.label ?? role
}
