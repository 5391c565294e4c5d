// Names, among the inputs, what may be chosen: in `choose from` bare names are those of its fields.

/** Nobody can write it. */
export const CANDIDATE = 'what may be chosen'
