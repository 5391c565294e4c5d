// Names what a catalogue holds: the texts of another language by the English ones.

/** Each has the holes of its English text. */
export interface Translations {
  readonly [english: string]: string
}
