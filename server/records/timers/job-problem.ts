// Says why a job failed in the language of the document; what is stored is English.
import { languageOf } from '#shared/text/language.ts'

/** Each with what a part of it may be. */
const GERMAN: readonly (readonly [english: RegExp, german: string])[] = [
  [/^The program ended again and again while this was done\.$/, 'Das Programm wurde dabei immer wieder beendet.'],
  [/^It failed inside the program\.$/, 'Es scheiterte im Programm.'],
  [/^Under a simulated clock nothing is sent\.$/, 'Mit einer simulierten Uhr wird nichts geschickt.'],
  [/^It answered (\d+), and redirects are not followed\.$/, 'Antwort $1; Weiterleitungen wird nicht gefolgt.'],
  [/^It answered 410: it wants no more of this\.$/, 'Antwort 410: Das wird dort nicht mehr gewünscht.'],
  [/^It answered (\d+)\.$/, 'Antwort $1.'],
  [/^It did not answer in time\.$/, 'Es kam nicht rechtzeitig eine Antwort.'],
  [/^It could not be reached \((\w+)\)\.$/, 'Es war nicht erreichbar ($1).'],
  [/^What the document gives here is no address\.$/, 'Was das Dokument hier angibt, ist keine Adresse.'],
  [/^The payload is larger than (\d+) kB\.$/, 'Der Inhalt ist größer als $1 kB.'],
  [/^The address leads into a private network\.$/, 'Die Adresse führt in ein privates Netz.'],
]

/** `locale`: BCP 47. */
export function sayJobProblem(problem: string | null, locale: string): string | null {
  if (problem === null || languageOf(locale) === 'en') return problem
  const [english, german] = GERMAN.find(([pattern]) => pattern.test(problem)) ?? []
  return english === undefined || german === undefined ? problem : problem.replace(english, german)
}
