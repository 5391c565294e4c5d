// Defines email addresses: one @, a domain with a dot, at most 254 characters.
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
    const value = String(read.value)
    const at = value.lastIndexOf('@')
    const [local, domain] = [value.slice(0, at), value.slice(at + 1).toLowerCase()]
    const wellFormed =
      at > 0 && value.length <= 254 && local.length <= 64 && !/[\s@<>(),;:"[\]\\]/.test(local) && DOMAIN.test(domain)
    return wellFormed
      ? { value: `${local}@${domain}` }
      : refuseValue('not_an_email', { en: 'must be an email address', de: 'muss eine E-Mail-Adresse sein' })
  },
}

const DOMAIN = /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u
