// Point 2: may those for whom a screen is read what it shows?
import * as say from '../diagnostics/checks.ts'
import type { Model, Verb } from '../model/model.ts'
import { isShown } from '../points/declarations.ts'
import { mayGetVerb, readersOf } from './readers.ts'
import type { Check } from './run-checks.ts'

export const checkScreens: Check = (model, declarations) => {
  const { screens } = declarations
  if (!isShown(screens) || !isShown(model.screens) || !model.rolesShown) return []
  const linked = model.screens.screens
  return screens.screens.flatMap((declaration) => {
    const screen = linked.find((each) => each.name === declaration.name.label)
    if (!screen || !('entity' in screen.shows)) return []
    const verb = screen.shows.kind === 'form' ? 'create' : 'read'
    const entity = model.entities.get(screen.shows.entity)
    if (!entity) return []
    const role = findExcluded(model, readersOf(model, declarations, screen.for), entity.name.identifier, verb)
    return role === undefined
      ? []
      : [say.screenNotReadable(declaration.name.span, { screen: screen.name, role, entity: entity.name.label, verb })]
  })
}

function findExcluded(model: Model, readers: readonly string[], entity: string, verb: Verb): string | undefined {
  const excluded = readers.find((reader) => !mayGetVerb(model, entity, verb, reader))
  return excluded && (model.roles.get(excluded)?.name.label ?? excluded)
}
