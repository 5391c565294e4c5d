// Words the permissions that a document widens, in the language of the document.
import type { Verb } from '#shared/model/model.ts'
import type { InLanguages } from '#shared/text/language.ts'
import { quoteName } from '#shared/text/language.ts'

export interface WidenedWords {
  readonly quote: (name: string) => string
  readonly anyone: string
  readonly everyone: string
  readonly thoseWho: (condition: string) => string
  readonly may: (who: string, what: string) => string
  readonly notKept: (who: string, what: string) => string
  /** `fields`, `states` and `condition` are empty where there are none. */
  readonly what: (parts: WidenedParts) => string
  readonly verbs: { readonly [verb in Verb]: string }
  readonly createBy: (transition: string) => string
  readonly includes: (role: string, roles: string) => string
  readonly gives: (role: string, roles: string) => string
  /** `roles` is empty where those who sign up get none. */
  readonly signUp: (roles: string) => string
  readonly invited: string
  readonly administrators: string
}

interface WidenedParts {
  readonly verbs: string
  readonly entity: string
  readonly fields: string
  readonly states: string
  readonly condition: string
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function before(word: string, text: string): string {
  return text === '' ? '' : `${word} ${text}`
}

export const WIDENED_WORDS: InLanguages<WidenedWords> = {
  en: {
    quote: (name) => quoteName(name, 'en'),
    anyone: 'anyone',
    everyone: 'everyone',
    thoseWho: (condition) => `those for whom ${condition}`,
    may: (who, what) => `${who} may ${what}`,
    notKept: (who, what) => `no "except" keeps ${who} from: ${what}`,
    what: ({ verbs, entity, fields, states, condition }) =>
      joined(verbs, entity, fields, before('from', states), before('where', condition)),
    verbs: {
      read: 'read',
      create: 'create',
      update: 'update',
      delete: 'delete',
      import: 'import',
      export: 'export',
      'see history': 'see history',
      restore: 'restore',
    },
    createBy: (transition) => `create by ${transition}`,
    includes: (role, roles) => `${role} includes ${roles}`,
    gives: (role, roles) => `${role} may give ${roles}`,
    signUp: (roles) => joined('anyone may sign up', before('as', roles)),
    invited: 'those who are invited may sign up',
    administrators: 'administrators may read and write all data',
  },
  de: {
    quote: (name) => quoteName(name, 'de'),
    anyone: 'alle, auch ohne Konto',
    everyone: 'alle, die angemeldet sind',
    thoseWho: (condition) => `alle, für die ${condition} gilt`,
    may: (who, what) => `${who}: ${what}`,
    notKept: (who, what) => `kein „except“ nimmt mehr aus – ${who}: ${what}`,
    what: ({ verbs, entity, fields, states, condition }) =>
      joined(entity, fields, verbs, before('aus', states), before('falls', condition)),
    verbs: {
      read: 'lesen',
      create: 'anlegen',
      update: 'ändern',
      delete: 'löschen',
      import: 'importieren',
      export: 'exportieren',
      'see history': 'Verlauf sehen',
      restore: 'wiederherstellen',
    },
    createBy: (transition) => `durch ${transition} anlegen`,
    includes: (role, roles) => `${role} hat auch die Rechte von ${roles}`,
    gives: (role, roles) => `${role} darf diese Rollen geben: ${roles}`,
    signUp: (roles) => joined('alle dürfen sich', before('als', roles), 'registrieren'),
    invited: 'Eingeladene dürfen sich registrieren',
    administrators: 'Administratoren dürfen alle Daten lesen und ändern',
  },
}
