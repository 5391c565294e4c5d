// Declares the tools that explain: what another tool would do, and what stands against a transition.
import { EXPLANATION_SCHEMA } from '../explain/explanation-schema.ts'
import { systemSchemas, PERMISSIONS_SCHEMA } from '../openapi/system-schemas.ts'
import type { Tool } from './list-tools.ts'
import { selfContained } from './tool-schemas.ts'

const NAME = { type: 'string', description: 'The name of a tool.' }
const ARGUMENTS = { type: 'object', description: 'Its arguments.' }

export const EXPLAIN: Tool = {
  name: 'explain',
  title: 'Explain a call',
  description: 'Tries another tool without effect and explains the decision, step by step.',
  inputSchema: {
    type: 'object',
    properties: { tool: NAME, arguments: ARGUMENTS },
    required: ['tool'],
    additionalProperties: false,
  },
  outputSchema: selfContained(EXPLANATION_SCHEMA, systemSchemas()),
  annotations: { readOnlyHint: true },
}

export const WHY_NOT: Tool = {
  name: 'why_not',
  title: 'What can be done with a record, and why not the rest',
  description:
    'Reads a record with the fields that you may change and the transitions that you may do; for the others it says why not.',
  inputSchema: {
    type: 'object',
    properties: {
      entity: { type: 'string', description: 'As in the names of the tools: Ticket.' },
      id: { type: 'string' },
    },
    required: ['entity', 'id'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', required: ['id', '_may'], properties: { _may: PERMISSIONS_SCHEMA } },
  annotations: { readOnlyHint: true },
}
