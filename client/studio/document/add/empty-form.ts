// Takes the words of a suggestion away that only its author knows; choices that fit the document stay.
import type { WantedPart } from '#shared/language/adding/wanted.ts'

export function emptyForm(wanted: WantedPart): WantedPart {
  switch (wanted.kind) {
    case 'entity':
      return { ...wanted, name: '', fields: [{ name: '', type: 'text', required: true }] }
    case 'role':
      return { ...wanted, name: '', is: '' }
    case 'transition':
      return { ...wanted, name: '' }
    case 'rule':
      return { ...wanted, name: '', message: '' }
    case 'error':
      return { ...wanted, code: '', message: '' }
    case 'constant':
      return { ...wanted, name: '', value: '', meaning: '' }
    case 'example':
      return { ...wanted, title: '' }
    default:
      return wanted
  }
}
