// Adds the hidden fields that keep the last actor of a transition, for four eyes.
import { fieldType } from '../../fields/registry.ts'
import type { FieldType } from '../../fields/field-type.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as say from '../../diagnostics/linking.ts'
import type { Declarations } from '../../points/declarations.ts'
import { isShown } from '../../points/declarations.ts'
import { findName, transitionMeant, transitionRows } from '../link-context.ts'
import type { EntityOutline } from '../outline.ts'
import type { GranteeDeclaration } from '../../points/6-roles/declarations.ts'

const PERSON: FieldType = { kind: 'relation', many: false, entity: 'Person', reverse: '', whenDeleted: 'clear' }

/** Adds the fields; a transition that does not exist is reported where its name is linked. */
export function outlineFourEyes(
  declarations: Declarations,
  entities: ReadonlyMap<string, EntityOutline>,
  report: (diagnostic: Diagnostic) => void,
): void {
  const names = [...entities.values()].map((entity) => entity.name)
  for (const entity of entities.values()) {
    for (const row of transitionRows(entity)) for (const who of row.who) addActorField(entity, who, report)
  }
  for (const grant of isShown(declarations.roles) ? declarations.roles.grants : []) {
    for (const reference of grant.entities) {
      const entity = entities.get(findName(reference, names, 'entity') ?? '')
      if (entity) for (const who of grant.who) addActorField(entity, who, report)
    }
  }
}

function addActorField(entity: EntityOutline, who: GranteeDeclaration, report: (diagnostic: Diagnostic) => void): void {
  if (who.kind === 'provided') addActorField(entity, who.who, report)
  if (who.kind !== 'notTheOneWhoDid') return
  addActorField(entity, who.who, report)
  const transition = transitionMeant(entity, who.transition)
  if (transition === undefined || entity.doneBy.has(transition)) return
  const identifier = `${transition}_done_by`
  const done = entity.transitions.get(transition)?.[0]?.name
  const span = done?.span ?? entity.span
  if (entity.fields.has(identifier)) {
    report(say.doubledName(span, { what: `fields of ${entity.name.label}`, name: identifier }))
    return
  }
  const valueType = fieldType(PERSON.kind).valueType(PERSON)
  const label = `${done?.label ?? transition}: done by`
  const name = { label, identifier, span }
  const kept = { computed: false, standard: true, workflow: false, hidden: true } as const
  entity.fields.set(identifier, { name, type: PERSON, valueType, span, ...kept })
  entity.doneBy.set(transition, identifier)
}
