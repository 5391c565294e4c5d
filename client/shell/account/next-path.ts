// Where to go after signing in: a path of this application, never another site.
import { localPath } from '#shared/protocol/local-path.ts'

export function nextPath(next: string | null): string {
  return localPath(next)
}
