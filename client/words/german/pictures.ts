// Holds the German of the pictures of the document: states, entities and what roles may.
import type { Translations } from '../translations.ts'

export const PICTURES = {
  Pictures: 'Bilder',
  Picture: 'Bild',
  'Studio: pictures of the document': 'Studio: Bilder des Dokuments',
  'Drawn from the published document. Each name links to its line.':
    'Aus dem veröffentlichten Dokument gezeichnet. Jeder Name führt zu seiner Zeile.',
  'There is nothing to draw yet.': 'Es gibt noch nichts zu zeichnen.',
  'States, entities and roles are drawn as soon as the document has them.':
    'Zustände, Entitäten und Rollen werden gezeichnet, sobald das Dokument sie hat.',
  'Diagram: {name}': 'Diagramm: {name}',
  'Save as SVG': 'Als SVG speichern',
  'Save as SVG: {name}': 'Als SVG speichern: {name}',
  Larger: 'Größer',
  Smaller: 'Kleiner',
  'Whole width': 'Ganze Breite',
  // States
  States: 'Zustände',
  'States of {name}': 'Zustände von {name}',
  Transitions: 'Übergänge',
  start: 'Anfang',
  end: 'Ende',
  'any state': 'jeder Zustand',
  'new record': 'neuer Eintrag',
  'stays as it is': 'bleibt, wie es ist',
  automatically: 'automatisch',
  'not by hand': 'nicht von Hand',
  'at {moment}': 'um {moment}',
  'after {duration}': 'nach {duration}',
  'every {period}': 'alle {period}',
  'if {condition}': 'wenn {condition}',
  'asks for {inputs}': 'fragt nach {inputs}',
  // Entities
  Entities: 'Entitäten',
  'Entities and their relations': 'Entitäten und ihre Beziehungen',
  Relations: 'Beziehungen',
  'With fields': 'Mit Feldern',
  '{field} (part of it)': '{field} (Teil davon)',
  '{from} → {field} → {to}: {has} for each {from}; {reverse}: {count} for each {to}':
    '{from} → {field} → {to}: {has} je {from}; {reverse}: {count} je {to}',
  // Roles
  'What roles may do': 'Was Rollen dürfen',
  Grants: 'Berechtigungen',
  '{whole} always, {partial} under a condition or for some fields; pale: by a role that it includes.':
    '{whole} immer, {partial} unter einer Bedingung oder für manche Felder; blass: durch eine enthaltene Rolle.',
  'under a condition or for some fields': 'unter einer Bedingung oder für manche Felder',
  'includes {roles}': 'enthält {roles}',
  'Everyone signed in': 'Alle Angemeldeten',
  'By a condition': 'Durch eine Bedingung',
  nothing: 'nichts',
  update: 'ändern',
  'see history': 'Verlauf sehen',
  'create by {transition}': 'durch {transition} anlegen',
  '{who} is allowed to {verbs} {entity}': '{who}: {entity} {verbs}',
  '{who} is not allowed to {verbs} {entity}': '{who}: {entity} nicht {verbs}',
  'all fields': 'alle Felder',
  'all fields except {fields}': 'alle Felder außer {fields}',
} as const satisfies Translations
