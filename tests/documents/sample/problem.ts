// A kind of problem that customers report: its words, and what is said about it until it is solved.

export interface Problem {
  readonly topic: 'account' | 'billing' | 'product'
  readonly tags: readonly string[]
  /** How likely it is reported as urgent: 0 never, 2 often. */
  readonly urgency: 0 | 1 | 2
  /** Nothing is broken: somebody wants to know or to have something. */
  readonly isQuestion?: boolean
  /** Words of its own, beside the common ones; one of each is chosen per ticket and used in all its texts. */
  readonly words?: { readonly [name: string]: readonly string[] }
  readonly cases: readonly Case[]
  /** Fits all cases that have none of their own. */
  readonly question?: Question
  readonly reopened?: Reopened
  /** The note that agents write to each other about the problem. */
  readonly note: string
}

/** Texts that belong together: any of the subjects, any of the descriptions, and what follows from them. */
export interface Case {
  readonly subjects: readonly string[]
  readonly descriptions: readonly string[]
  /** Names of the files that customers send along, in shared/documents/helpdesk. */
  readonly files?: readonly string[]
  readonly question?: Question
  readonly resolution: string
  readonly reopened?: Reopened
}

type Question = readonly [question: string, answer: string]

/** Why the customer disagrees with the solution, and what solved it then. */
type Reopened = readonly [reason: string, resolution: string]

/** Words that every text may use as `{name}`. */
export const commonWords: { readonly [name: string]: readonly string[] } = {
  month: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  browser: ['Firefox', 'Chrome', 'Safari', 'Edge'],
  phone: ['iPhone 15', 'Pixel 8', 'Galaxy S24', 'iPhone 13 mini', 'Fairphone 5'],
  colleague: [
    'Anna',
    'Tomás',
    'Leila',
    'Marek',
    'Sunniva',
    'Jonas',
    'Chiara',
    'Devon',
    'Amira',
    'Pavel',
    'Nicole',
    'Ravi',
  ],
  project: [
    'Riverside',
    'Blue Door',
    'Annual report',
    'Website relaunch',
    'Warehouse B',
    'Spring campaign',
    'Clinic Nord',
    'Museum app',
    'Tram line 9',
    'Shop fittings',
    'Market hall',
    'Brand refresh',
    'Data room',
    'North quay',
    'Training videos',
    'Solar roof',
  ],
  client: [
    'Kessler & Sons',
    'Green Valley Foods',
    'Atelier Moreau',
    'City of Utrecht',
    'Baltic Freight',
    'Hotel Aurora',
    'Delta Dental',
    'Orchard Press',
    'Lumière Studio',
    'Nordwind Energy',
    'Harrow School',
    'Pinewood Theatre',
    'Casa Verde',
    'Stahl Optics',
  ],
  n: ['3', '4', '5', '6', '7', '9', '11', '12', '14'],
  many: ['140', '180', '230', '310', '420', '560', '1,200'],
  number: [
    '10417',
    '10452',
    '10483',
    '10506',
    '10538',
    '10561',
    '10594',
    '10627',
    '10645',
    '10678',
    '10702',
    '10739',
    '10765',
    '10781',
  ],
  amount: ['€ 184.00', '€ 412.50', '€ 960.00', '€ 1,275.00', '€ 2,340.80', '€ 3,118.20', '€ 59.00', '€ 718.90'],
  time: ['8:40', '9:15', '9:50', '10:30', '11:20', '13:45', '14:10', '15:30', '16:05'],
}
