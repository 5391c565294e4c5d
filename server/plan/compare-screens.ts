// Compares the screens of two documents: which are new, moved or gone.
import type { Model, Screen } from '#shared/model/model.ts'
import type { ScreenChange } from '#shared/protocol/plan.ts'

export function compareScreens(before: Model, after: Model): readonly ScreenChange[] {
  const [was, is] = [screensOf(before), screensOf(after)]
  const changes = [...is.values()].flatMap((screen): readonly ScreenChange[] => {
    const former = was.get(screen.key)
    const { name, route } = screen
    if (former === undefined) return [{ change: 'new', name, route }]
    return former.route === route ? [] : [{ change: 'moved', name, route, from: former.route }]
  })
  const gone = [...was.values()].filter(({ key }) => !is.has(key))
  return [...changes, ...gone.map(({ name, route }): ScreenChange => ({ change: 'gone', name, route }))]
}

function screensOf({ screens }: Model): ReadonlyMap<string, Screen> {
  const shown = 'screens' in screens ? screens.screens : []
  return new Map(shown.map((screen) => [screen.key, screen]))
}
