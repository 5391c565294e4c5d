// Declares the translations of a part of the catalogue: a text for each entry, a remedy where it has one.

export type TranslatedEntries<Entries> = {
  readonly [name in keyof Entries]: {
    readonly message: string
  } & (Entries[name] extends { readonly remedy: string } ? { readonly remedy: string } : { readonly remedy?: never })
}
