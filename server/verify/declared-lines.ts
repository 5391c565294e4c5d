// Lists the lines of a document that declare something that a running system does.
import type { Citation, Model } from '#shared/model/model.ts'

export function declaredLines(model: Model): readonly Citation[] {
  const screens = 'screens' in model.screens ? model.screens.screens : []
  return [
    ...screens.flatMap((screen) => [screen.cite, ...[...(screen.tiles ?? []), ...(screen.views ?? [])].map(citeOf)]),
    ...[...model.entities.values()].flatMap((entity) => [
      ...[...entity.fields.values()].filter(({ standard }) => !standard).map(citeOf),
      ...[...entity.transitions.values()].flatMap(({ rows, asks }) => [...rows, ...asks].map(citeOf)),
      ...[...entity.timers.values(), ...entity.events, ...entity.bindings, ...entity.rules, ...entity.grants].map(
        citeOf,
      ),
    ]),
    ...[...model.schedules.values(), ...model.calls, ...model.outgoing].map(citeOf),
  ].filter(({ line }) => line > 0)
}

function citeOf({ cite }: { readonly cite: Citation }): Citation {
  return cite
}
