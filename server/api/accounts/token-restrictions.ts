// Lists the paths that API tokens may not use: those that manage accounts.

/** By path, so that what is added below `/api/auth` is closed to tokens unless it is named here. */
export function managesAccounts(path: readonly string[]): boolean {
  return path[0] === 'auth' && !(path.length === 2 && path[1] === 'me')
}
