// Names the kinds of notifications that people may switch mail off for: by what sets them off.
import type { Effect, Model } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { languageOf } from '#shared/text/language.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { KIND_LABELS } from './notice-text.ts'

export interface NotificationKind {
  readonly key: string
  readonly label: string
  /** Whose records it is about; null: calls and schedules, all of them one kind. */
  readonly entity: string | null
}

const OTHER = 'other'
const OTHER_LABEL = { en: 'Everything else', de: 'Alles andere' }

const EVENT_LABELS = {
  created: { en: 'created', de: 'angelegt' },
  changed: { en: 'changed', de: 'geändert' },
  deleted: { en: 'deleted', de: 'gelöscht' },
  restored: { en: 'restored', de: 'wiederhergestellt' },
}

/** Lists the kinds of notifications in the order of the document; the system's own come last. */
export function notificationKinds(running: RunningDocument): readonly NotificationKind[] {
  return [...tableOf(running).kinds, watchedKind(running), mentionedKind(running)]
}

/** The kind of notification about changes of records that a person watches. */
export function watchedKind(running: RunningDocument): NotificationKind {
  return ownKind(running, 'watched')
}

/** Texts in which one is mentioned. */
export function mentionedKind(running: RunningDocument): NotificationKind {
  return ownKind(running, 'mentioned')
}

function ownKind({ model }: RunningDocument, key: keyof typeof KIND_LABELS): NotificationKind {
  return { key, label: KIND_LABELS[key][languageOf(model.settings.language)], entity: null }
}

/** Effects are known by their line: those of calls are copies. */
export function kindOfNotification(running: RunningDocument, { cite }: Pick<Effect, 'cite'>): NotificationKind {
  return tableOf(running).byLine.get(cite.line) ?? otherKind(running.model)
}

function otherKind({ settings }: Model): NotificationKind {
  return { key: OTHER, label: OTHER_LABEL[languageOf(settings.language)], entity: null }
}

interface KindTable {
  readonly kinds: readonly NotificationKind[]
  readonly byLine: ReadonlyMap<number, NotificationKind>
}

function tableOf(running: RunningDocument): KindTable {
  return running.compiled('notification kinds', running.model, () => listKinds(running.model))
}

function listKinds(model: Model): KindTable {
  const language = languageOf(model.settings.language)
  const kinds = new Map<string, NotificationKind>()
  const byLine = new Map<number, NotificationKind>()
  const add = (kind: NotificationKind, effects: readonly Effect[]): void => {
    for (const { cite } of effects.flatMap(notificationsIn)) {
      kinds.set(kind.key, kind)
      byLine.set(cite.line, kind)
    }
  }
  for (const { name, transitions, events, timers } of model.entities.values()) {
    const entity = name.identifier
    const kindOf = (what: string, label: string) => ({
      key: `${entity} ${what}`,
      label: `${name.label}: ${label}`,
      entity,
    })
    for (const [key, transition] of transitions)
      for (const { then } of transition.rows) add(kindOf(key, labelFor(transition.name.label)), then)
    for (const { event, field, then } of events)
      add(kindOf(field ? `${field} ${event}` : event, EVENT_LABELS[event][language]), then)
    for (const [key, timer] of timers) add(kindOf(`timer ${key}`, labelFor(timer.name.label)), timer.then)
  }
  const other = otherKind(model)
  for (const { steps } of model.calls) add(other, steps)
  for (const { then } of model.schedules.values()) add(other, then)
  return { kinds: [...kinds.values()], byLine }
}

function notificationsIn(effect: Effect): readonly Effect[] {
  switch (effect.kind) {
    case 'notify':
      return [effect]
    case 'for each':
      return effect.effects.flatMap(notificationsIn)
    case 'try':
      return [effect.effect, effect.otherwise].flatMap(notificationsIn)
    default:
      return []
  }
}
