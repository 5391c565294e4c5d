// Declares how background work is run, so that its processor time is charged to the person whose it is.

/** Runs background work of a person, by their id, or of an address; null means that nobody is known. */
export type RunInBackground = <T>(by: string | null, work: () => Promise<T>) => Promise<T>

/** Runs a part of the work, and charges its processor time. */
export type Charge = <T>(work: () => Promise<T>) => Promise<T>
