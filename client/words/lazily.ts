// Makes a value when it is first asked for: the formats of a language take milliseconds each.

export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
