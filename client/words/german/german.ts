// Gathers the German catalogue, which only German pages load.
import type { Translations } from '../translations.ts'
import { ACCOUNT } from './account.ts'
import { DATA } from './data.ts'
import { EVERYWHERE } from './everywhere.ts'
import { FIELDS } from './fields.ts'
import { HELP } from './help.ts'
import { LISTS } from './lists.ts'
import { SCREENS } from './screens.ts'
import { SHELL } from './shell.ts'
import { STUDIO } from './studio.ts'

export const GERMAN = {
  ...EVERYWHERE,
  ...ACCOUNT,
  ...DATA,
  ...FIELDS,
  ...HELP,
  ...LISTS,
  ...SCREENS,
  ...SHELL,
  ...STUDIO,
} satisfies Translations
