// Holds how long passwords are: at least, unless a document asks for more, and at most.

/** Characters. */
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 256

/** The most that a document may ask for: nobody types more without a mistake. */
export const LONGEST_MINIMUM = 64
