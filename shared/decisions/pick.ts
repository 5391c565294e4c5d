// Picks named properties of an object, so that what it gains later stays behind.

/** Gives an object that has only these properties, as far as they are there. */
export function pick<T extends object, const Key extends keyof T>(from: T, keys: readonly Key[]): Pick<T, Key> {
  const picked: Partial<Pick<T, Key>> = {}
  for (const key of keys) if (Object.hasOwn(from, key)) picked[key] = from[key]
  return picked as Pick<T, Key>
}
