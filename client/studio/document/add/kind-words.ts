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
  question: say('Question'),
  answer: say('Answer'),
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
  question: say('Ask a question'),
  answer: say('Answer a question'),
}

export const KIND_HELP: { readonly [kind in WantedKind]: string } = {
  entity: say('A kind of record, with its fields.'),
  role: say('A group of people who use the application. Permissions say what they may do.'),
  permission: say('What a role may do with the records of an entity. Without a permission, everything is refused.'),
  screen: say('A page of the application, which is in its menu.'),
  transition: say('A step from one state to another: a button on the record.'),
  rule: say('What must be true of every record, however it is changed.'),
  call: say('An endpoint of the API that you define yourself. The usual ones for each entity are there anyway.'),
  error: say('What people read when something is refused.'),
  constant: say('A number or a text with a name, which expressions use as limits.name.'),
  example: say('A test of the document in a few steps. It runs before each publication.'),
  question: say('What is not known yet. It stands below its point, and changes nothing that the application does.'),
  answer: say('The answer stands below its question. Write into the point what follows from it.'),
}
