// Lists the paths that API tokens may not use: those that manage accounts.

/**
 * Reports whether a path manages accounts. It decides by the path, so that a route added below `/api/auth` is closed
 * to tokens unless it is named here.
 */
export function managesAccounts(path: readonly string[]): boolean {
  return path[0] === 'auth' && !(path.length === 2 && path[1] === 'me')
}
