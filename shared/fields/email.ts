// Defines email addresses: one @, a domain with a dot, at most 254 characters.
import { removeInvisible } from '../text/characters/invisible-characters.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { ONE_LINE, ONE_LINE_CHARACTERS, coerceText } from './text.ts'

export const email: FieldTypeDefinition = {
  ...ONE_LINE,
  longest: ONE_LINE_CHARACTERS,
  inTables: true,
  makesSlug: true,
  naming: 'short',
  schema: () => ({ type: 'string', format: 'email', maxLength: 254 }),
  read: (text, type) => email.coerce(text.trim(), type),
  coerce: (input) => {
    const read = coerceText(input, true)
    if ('problem' in read) return read
    const value = removeInvisible(String(read.value))
    const at = value.lastIndexOf('@')
    const [local, domain] = [value.slice(0, at), value.slice(at + 1).toLowerCase()]
    const wellFormed = value.length <= 254 && local.length <= 64 && LOCAL_PART.test(local) && DOMAIN.test(domain)
    return wellFormed
      ? { value: `${local}@${domain}` }
      : refuseValue('not_an_email', { en: 'must be an email address', de: 'muss eine E-Mail-Adresse sein' })
  },
}

/** Words with single dots between them (RFC 5322 and 6531, dot-atom); quoted ones are in no use. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** Labels that begin and end with a letter or digit; the last one has no digits only, as an address of the network has. */
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])$/u
