// Names the actions of a list that are neither transitions nor calls.

export const RECORD_ACTIONS: ReadonlySet<string> = new Set(['create', 'update', 'delete'])
