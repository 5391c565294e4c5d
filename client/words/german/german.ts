// Gathers the German catalogue, which only German pages load.
import type { Translations } from '../translations.ts'
import { ACCOUNT } from './account.ts'
import { ADDING } from './adding.ts'
import { DATA } from './data.ts'
import { EDITOR } from './editor.ts'
import { EVERYWHERE } from './everywhere.ts'
import { FIELDS } from './fields.ts'
import { FRAME } from './frame.ts'
import { HELP } from './help.ts'
import { LISTS } from './lists.ts'
import { PICTURES } from './pictures.ts'
import { PUBLISHING } from './publishing.ts'
import { REFUSALS } from './refusals.ts'
import { SCREENS } from './screens.ts'
import { STUDIO } from './studio.ts'
import { TRIAL } from './trial.ts'
import { UI } from './ui.ts'
import { VERIFY } from './verify.ts'

export const GERMAN = {
  ...EVERYWHERE,
  ...ACCOUNT,
  ...ADDING,
  ...DATA,
  ...EDITOR,
  ...FIELDS,
  ...FRAME,
  ...HELP,
  ...LISTS,
  ...PICTURES,
  ...PUBLISHING,
  ...REFUSALS,
  ...SCREENS,
  ...STUDIO,
  ...TRIAL,
  ...UI,
  ...VERIFY,
} satisfies Translations
