// Makes the write policy of an actor: the permissions for a verb and the fields they cover.
import type { Verb, Citation, Model, FieldBinding } from '../model/model.ts'
import type { Permission } from './permissions.ts'
import type { Node } from '../expressions/node.ts'
import type { Actor } from './actor.ts'
import { matchingGrants, boundFields } from './permissions.ts'
import { canReadCitations } from './can-read-citations.ts'
import { nothingGrantedCitation } from './account-citations.ts'

export interface WritePolicy {
  readonly entity: string
  readonly verb: Verb
  readonly grants: readonly Permission[]
  readonly except: readonly Permission[]
  /** Fields that may be written in some row. */
  readonly fields: ReadonlySet<string>
  /** Cited where no grant comes near. */
  readonly nothingGranted: Citation
  /** May a refusal quote the document to them? */
  readonly readsCitations: boolean
  /**
   * Conditions to evaluate: for `create` on the record as it will be, for `update` on both versions, otherwise on the
   * record as it is.
   */
  readonly nodes: readonly Node[]
}

/** Worked out once per entity, roles and verb; the caller keeps it as long as the model. */
export function makeWritePolicy(model: Model, entity: string, actor: Actor, verb: Verb): WritePolicy {
  const found = model.entities.get(entity)
  const { grants, except: taking } = found ? matchingGrants(model, found, actor, verb) : { grants: [], except: [] }
  const except = found ? [...taking, ...boundFields(model, found, actor, BOUND[verb] ?? [])] : taking
  return {
    entity,
    verb,
    grants,
    except,
    fields: new Set(grants.flatMap((each) => [...each.fields])),
    nothingGranted: nothingGrantedCitation(model, actor),
    readsCitations: canReadCitations(model, actor),
    nodes: [...grants, ...except].flatMap((each) => (each.when === true ? [] : [each.when])),
  }
}

/**
 * Field bindings of a state that forbid a write, by verb. A new record may be given values for fields that are read
 * only from then on.
 */
const BOUND: { readonly [verb in Verb]?: readonly FieldBinding['says'][] } = {
  create: ['hidden'],
  update: ['hidden', 'read only'],
}
