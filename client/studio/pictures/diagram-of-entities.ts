// Makes the diagram of entities: a box for each with its fields, an edge for each relation.
import type { EntityPicture, Pictures, RelationPicture } from '#shared/pictures/pictures.ts'
import { say } from '../../words/say.ts'
import type { DiagramEdge, DiagramNode, DiagramParts, DiagramText } from './diagram/drawing.ts'
import { showCardinality } from './say-picture.ts'

export function diagramOfEntities(
  pictures: Pick<Pictures, 'entities' | 'relations'>,
  hasFields: boolean,
): DiagramParts {
  return {
    nodes: pictures.entities.map((entity) => boxOf(entity, hasFields)),
    edges: pictures.relations.map((relation) => edgeOf(relation, sayRelation(pictures, relation))),
  }
}

function boxOf({ name, label, line, fields }: EntityPicture, hasFields: boolean): DiagramNode {
  const rows = (hasFields ? fields : []).map((field): DiagramText => {
    return { text: `${field.label}: ${field.type}`, tone: 'quiet', line: field.line }
  })
  return { key: name, shape: 'entity', texts: [{ text: label, tone: 'title', line }, ...rows] }
}

function edgeOf(relation: RelationPicture, whole: string): DiagramEdge {
  const { key, from, to, field, has, isHadBy, isPart, isComputed, line } = relation
  return {
    key,
    from,
    to,
    texts: [{ text: isPart ? say('{field} (part of it)', { field }) : field, tone: 'plain', line, whole }],
    ends: [showCardinality(isHadBy), showCardinality(has)],
    isDashed: isComputed,
  }
}

/** "Comment → ticket → Ticket: 1 for each Comment; comments: 0..* for each Ticket" */
export function sayRelation({ entities }: Pick<Pictures, 'entities'>, relation: RelationPicture): string {
  const labelOf = (name: string): string => entities.find((each) => each.name === name)?.label ?? name
  return say('{from} → {field} → {to}: {has} for each {from}; {reverse}: {count} for each {to}', {
    from: labelOf(relation.from),
    field: relation.field,
    to: labelOf(relation.to),
    reverse: relation.reverse,
    has: showCardinality(relation.has),
    count: showCardinality(relation.isHadBy),
  })
}
