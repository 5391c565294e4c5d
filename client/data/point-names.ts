// Names the nine points of a document by what each says.
import { say } from '../words/say.ts'

export const POINT_NAMES: readonly { readonly point: number; readonly name: string }[] = [
  { point: 1, name: say('What the product does and for whom') },
  { point: 2, name: say('Screens and routes') },
  { point: 3, name: say('Entities and their fields') },
  { point: 4, name: say('States and transitions') },
  { point: 5, name: say('Validation rules') },
  { point: 6, name: say('Roles and permissions') },
  { point: 7, name: say('The calls it makes') },
  { point: 8, name: say('The error catalogue') },
  { point: 9, name: say('Business constants and limits') },
]
