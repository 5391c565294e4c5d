// Reads the pictures of a document from its compiled text.
import type { CompiledDocument } from '../compile.ts'
import { isShown } from '../points/declarations.ts'
import type { Span } from '../text/span.ts'
import { lineIndex, positionAt } from '../text/position.ts'
import { readEntityPictures, readRelations } from './read-entities.ts'
import { readRolesPicture } from './read-roles-picture.ts'
import { readWorkflowPictures } from './read-workflows.ts'
import type { Pictures } from './pictures.ts'

/** Undefined where the document has errors. */
export function readPictures(text: string, { model, declarations }: CompiledDocument): Pictures | undefined {
  if (!model) return undefined
  const index = lineIndex(text)
  const lineOf = ({ start }: Span): number => positionAt(index, start).line
  const { states, entities, roles } = declarations
  const workflows = isShown(states) ? states.workflows : []
  const declared = isShown(entities) ? entities.entities : []
  return {
    workflows: readWorkflowPictures(model, workflows, lineOf),
    entities: readEntityPictures(model, declared),
    relations: readRelations(model, declared),
    roles: readRolesPicture(model, isShown(roles) ? roles.roles : [], lineOf),
  }
}
