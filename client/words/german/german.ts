// Gathers the German catalogue, which only German pages load.
import type { Translations } from '../translations.ts'
import { ACCOUNT } from './account.ts'
import { EVERYWHERE } from './everywhere.ts'
import { HELP } from './help.ts'

export const GERMAN: Translations = { ...EVERYWHERE, ...ACCOUNT, ...HELP }
