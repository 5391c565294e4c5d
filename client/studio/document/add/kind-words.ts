// Names what can be added to a document, for menus and headings.
import type { WantedKind } from '#shared/language/adding/wanted.ts'
import { say } from '../../../words/say.ts'

export const KIND_NAMES: { readonly [kind in WantedKind]: string } = {
  entity: say('Entity'),
  role: say('Role'),
  permission: say('Permission'),
  screen: say('Screen'),
  transition: say('Transition'),
  rule: say('Rule'),
  call: say('Call'),
  error: say('Error message'),
  constant: say('Constant'),
  example: say('Example'),
}

export const KIND_TITLES: { readonly [kind in WantedKind]: string } = {
  entity: say('Add an entity'),
  role: say('Add a role'),
  permission: say('Add a permission'),
  screen: say('Add screens'),
  transition: say('Add a transition'),
  rule: say('Add a rule'),
  call: say('Add a call'),
  error: say('Add an error message'),
  constant: say('Add a constant'),
  example: say('Add an example'),
}

export const KIND_HELP: { readonly [kind in WantedKind]: string } = {
  entity: say('One kind of thing that is kept, with its fields.'),
  role: say('Who works with the application. What a role may do is said by permissions.'),
  permission: say('What a role may do with the records of an entity. What nothing permits is refused.'),
  screen: say('A page of the application, which stands in its menu.'),
  transition: say('A step from one state to another: a button on the record.'),
  rule: say('What must hold for every record, on every way in.'),
  call: say('An address of its own that other programs ask. The usual ones are there without a line.'),
  error: say('What people read when something is refused.'),
  constant: say('A number or a text of the business under a name, as limits.name.'),
  example: say('A short story that must come true. It is run before each publication.'),
}
