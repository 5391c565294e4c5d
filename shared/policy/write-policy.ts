// Makes the write policy of an actor: the permissions for a verb and the fields they cover.
import type { Verb, Citation, Entity, Grant, Model, FieldBinding } from '../model/model.ts'
import type { Permission } from './permissions.ts'
import type { Node } from '../expressions/node.ts'
import type { Actor } from './actor.ts'
import { matchingGrants, boundFields, granteeCondition } from './permissions.ts'
import { canReadCitations } from './can-read-citations.ts'
import { nothingGrantedCitation } from './account-citations.ts'

export interface WritePolicy {
  readonly entity: string
  readonly verb: Verb
  /** The transition from "new record" by which a record is created; absent: it is created plainly. */
  readonly step?: string
  readonly grants: readonly Permission[]
  readonly except: readonly Permission[]
  /** Fields that may be written in some row. */
  readonly fields: ReadonlySet<string>
  /** Grants that let the actor create by a step, where this is another way: a refusal names it. */
  readonly bySteps: readonly Grant[]
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

interface WritePolicyOptions {
  /** The transition from "new record" by which a record is created. */
  readonly step?: string | undefined
  /** True for a line that comes with its new head. */
  readonly withNewHead?: boolean
}

/** Worked out once per entity, roles and verb; the caller keeps it as long as the model. */
export function makeWritePolicy(
  model: Model,
  entity: string,
  actor: Actor,
  verb: Verb,
  { step, withNewHead = false }: WritePolicyOptions = {},
): WritePolicy {
  const found = model.entities.get(entity)
  const { grants, except: taking } = found
    ? matchingGrants(model, found, actor, verb, step)
    : { grants: [], except: [] }
  // The first state of a new head closes its lines from then on, as it closes the head's own fields.
  const bound = (BOUND[verb] ?? []).filter((says) => says !== 'closed' || !withNewHead)
  const except = found ? [...taking, ...boundFields(model, found, actor, bound)] : taking
  return {
    entity,
    verb,
    ...(step === undefined ? {} : { step }),
    grants,
    except,
    fields: new Set(grants.flatMap((each) => [...each.fields])),
    bySteps: found && verb === 'create' ? grantsBySteps(found, actor) : [],
    nothingGranted: nothingGrantedCitation(model, actor),
    readsCitations: canReadCitations(model, actor),
    nodes: [...grants, ...except].flatMap(({ when, held }) =>
      [...new Set([when, held])].filter((node) => typeof node === 'object'),
    ),
  }
}

function grantsBySteps({ grants }: Entity, actor: Actor): readonly Grant[] {
  return grants.filter(
    ({ createBy, except, who }) => createBy !== undefined && !except && granteeCondition(who, actor) !== false,
  )
}

/**
 * Field bindings of a state that forbid a write, by verb. A new record may be given values for fields that are read
 * only from then on.
 */
const BOUND: { readonly [verb in Verb]?: readonly FieldBinding['says'][] } = {
  create: ['hidden', 'closed'],
  update: ['hidden', 'read only', 'closed'],
  delete: ['closed'],
  restore: ['closed'],
}
