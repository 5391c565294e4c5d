// Words why lines of several points can't be tested.

export const NO_WRITER = {
  en: 'nobody may write all fields: administrators have no data',
  de: 'niemand darf alle Felder schreiben: die Verwaltung hat keine Daten',
}

export const NO_RECORD_MADE = {
  en: 'no record could be made that has all that it needs',
  de: 'kein Eintrag mit allem, was er braucht, ließ sich anlegen',
}

export const PEOPLE_ARE_INVITED = {
  en: 'people are invited, and not created or deleted by verify',
  de: 'Personen werden eingeladen, und im Nachweis weder angelegt noch gelöscht',
}
