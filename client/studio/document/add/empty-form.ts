// Takes the words of a suggestion away that only its author knows; choices that fit the document stay.
import { dayIn } from '#shared/text/day-in.ts'
import type { WantedPart } from '#shared/language/adding/wanted.ts'
import { currentTime } from '../../../clock.ts'

export function emptyForm(wanted: WantedPart): WantedPart {
  switch (wanted.kind) {
    case 'entity':
      return { ...wanted, name: '', fields: [{ name: '', type: 'text', required: true }] }
    case 'role':
      return { ...wanted, name: '', is: '' }
    case 'transition':
      return { ...wanted, name: '' }
    case 'rule':
      return { ...wanted, name: '', condition: '', message: '' }
    case 'error':
      return { ...wanted, code: '', message: '' }
    case 'constant':
      return { ...wanted, name: '', value: '', meaning: '' }
    case 'example':
      return { ...wanted, title: '' }
    case 'question':
      return { ...wanted, text: '', asked: dayIn(currentTime()) }
    case 'answer':
      return { ...wanted, answer: '', answered: dayIn(currentTime()) }
    default:
      return wanted
  }
}
