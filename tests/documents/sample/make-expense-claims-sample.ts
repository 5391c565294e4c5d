// Writes shared/documents/expense-claims.sample.json, the same each time: `node tests/documents/sample/make-expense-claims-sample.ts`.
import { at, date, ref, tellStory, writeSample } from './story.ts'
import type { Story } from './story.ts'

const greta = at('greta.olsen')
const farid = at('farid.nazari')
const carmen = at('carmen.ruiz')
const ines = at('ines.duarte')
const tom = at('tom.whitaker')
const lucia = at('lucia.ferri')
const sam = at('sam.boateng')
const marta = at('marta.zielinska')
const jonas = at('jonas.weber')
const olga = at('olga.petrova')

/** what, category, country, amount, currency, reason */
type Line = readonly [string, string, string, string, string?, string?]
type Trip = readonly [purpose: string, centre: string, lines: readonly Line[]]

const trips: readonly Trip[] = [
  [
    'Fair in Lyon',
    '4100',
    [
      ['Train to Lyon and back', 'travel', 'France', '214.00'],
      ['Hotel, one night', 'hotel', 'France', '138.00'],
      ['Dinner with a customer', 'meals', 'France', '41.50'],
    ],
  ],
  ['Visit at Nordlab in Hamburg', '4100', [['Train', 'travel', 'Germany', '96.40']]],
  [
    'Conference in London',
    '4200',
    [
      ['Flight', 'travel', 'United Kingdom', '182.00', 'GBP'],
      ['Hotel, two nights', 'hotel', 'United Kingdom', '296.00', 'GBP', 'Two nights; all others were full.'],
      ['Lunch', 'meals', 'United Kingdom', '18.20', 'GBP'],
    ],
  ],
  ['Course on calibration', '4100', [['Fee', 'training', 'Germany', '380.00']]],
  [
    'Tools for the bench',
    '4100',
    [
      ['Torque screwdriver', 'supplies', 'Germany', '64.90'],
      ['Tape', 'supplies', 'Germany', '7.80'],
    ],
  ],
  [
    'Installation in Sevilla',
    '4200',
    [
      ['Flight', 'travel', 'Spain', '241.00'],
      ['Taxi', 'travel', 'Spain', '32.00'],
      ['Hotel, one night', 'hotel', 'Spain', '118.00'],
    ],
  ],
  ['Customer in Boston', '4200', [['Hotel, one night', 'hotel', 'United States', '239.00', 'USD']]],
  ['Team lunch', '4300', [['Lunch for six', 'meals', 'Germany', '27.90']]],
]

/** Whose turn it is, the days before the loading at which each was begun, and how far it came. */
const turns = [lucia, sam, marta, jonas, olga, ines, tom, farid]
const managers: { readonly [address: string]: string } = {
  [lucia]: ines,
  [marta]: ines,
  [olga]: ines,
  [sam]: tom,
  [jonas]: tom,
  [ines]: greta,
  [tom]: greta,
  [farid]: greta,
}

export function makeExpenseClaimsSample(): string {
  const story = tellStory(
    'A maker of measuring instruments. greta.olsen@example.com is director and administers, farid.nazari and carmen.ruiz are Finance, ines.duarte and tom.whitaker lead teams, lucia.ferri and sam.boateng travel.',
    'expenses-sample',
  )
  tellPeople(story)
  for (const [code, name, lead, budget] of [
    ['4100', 'Laboratory', ines, '40000.00'],
    ['4200', 'Sales', tom, '60000.00'],
    ['4300', 'Office', greta, '5000.00'],
  ] as const)
    story.create('-P330D', farid, 'CostCentre', code, { code, name, lead: ref(lead), budget })
  for (let index = 0; index < 40; index += 1) tellClaim(story, index)
  // What the monthly schedule did: a batch collects all that is checked, and two of Finance pay it.
  for (const day of [145, 115, 85, 55, 25]) {
    const batch = `batch of ${day}`
    story.create(`-P${day}D`, farid, 'PaymentBatch', batch, { pay_on: { workday: `-P${day}D` } })
    story.act(`-P${day - 1}DT20H`, farid, 'close', batch)
    story.act(`-P${day - 1}DT18H`, carmen, 'release', batch)
  }
  return story.write()
}

function tellPeople(story: Story): void {
  story.administrator('-P340D', 'Greta Olsen', greta, ['Director'], { bank_account: 'DE02120300000000202051' })
  const people = [
    ['Farid Nazari', farid, ['Finance'], 'DE02500105170137075030'],
    ['Carmen Ruiz', carmen, ['Finance'], 'DE02100500000054540402'],
    ['Inês Duarte', ines, [], 'DE02300209000106531065'],
    ['Tom Whitaker', tom, [], 'DE02200505501015871393'],
    ['Lucia Ferri', lucia, [], 'DE02100100100006820101'],
    ['Sam Boateng', sam, [], 'DE02300606010002474689'],
    ['Marta Zielińska', marta, [], 'DE02600501010002034304'],
    ['Jonas Weber', jonas, [], 'DE02700202700010108669'],
    ['Olga Petrova', olga, [], 'DE02701500000000594937'],
  ] as const
  for (const [name, address, roles, bank_account] of people)
    story.person('-P339D', name, address, roles, { bank_account })
  for (const [address, manager] of Object.entries(managers))
    story.act('-P338D', farid, 'update', address, { manager: ref(manager) })
  story.act('-P338D', farid, 'update', carmen, { manager: ref(greta) })
}

/** Claims begin about every four days; those of the last weeks are still on their way. */
function tellClaim(story: Story, index: number): void {
  const [purpose, centre, lines] = trips[(index * 3 + Math.floor(index / 8)) % trips.length] as Trip
  const claimant = turns[index % turns.length] as string
  const day = 160 - Math.floor(index * 4.1)
  const name = `claim ${index + 1}`
  const receipts = lines.map((_, line) => `${2000 + index * 7 + line}`)
  const says = (hours: number): string => `-P${day - 1}DT${24 - hours}H`
  story.create(`-P${day}D`, claimant, 'ExpenseClaim', name, {
    purpose,
    cost_centre: ref(centre),
    lines: lines.map(([what, category, country, amount, currency = 'EUR', reason], line) => ({
      position: line + 1,
      spent_on: date(-day - 3),
      category,
      country: country.includes(' ') ? country.toLowerCase().replace(' ', '_') : country,
      what,
      amount,
      currency,
      receipt: receipts[line],
      ...(reason !== undefined && { reason }),
    })),
    receipts: receipts.map((number, line) => ({ number, merchant: lines[line]?.[0] })),
  })
  if (index === 39 || index % 13 === 12) return
  story.act(says(2), claimant, 'submit', name)
  if (index > 35) return
  const manager = managers[claimant] as string
  if (index % 17 === 16) {
    story.act(says(6), manager, 'reject', name, { why: 'This was paid by the company card already.' })
    return
  }
  if (index % 11 === 10) {
    story.act(says(5), manager, 'send_back', name, { why: 'Which customer was it?' })
    story.act(says(8), claimant, 'update', name, { purpose: `${purpose}, for Castor` })
    story.act(says(9), claimant, 'submit', name)
  }
  story.act(says(12), manager, 'approve', name)
  // A director confirms what is large or above a cap, unless it was theirs to approve already.
  const inEuro = lines.reduce(
    (sum, [, , , amount, currency]) => sum + Number(amount) * (rates[currency ?? 'EUR'] ?? 1),
    0,
  )
  if (inEuro > 500 || lines.some(([, , , , , reason]) => reason !== undefined)) {
    if (index > 33 || manager === greta) return
    story.act(says(14), greta, 'confirm', name)
  }
  if (index > 34) return
  story.act(says(20), claimant === farid ? carmen : farid, 'check', name)
}

const rates: { readonly [currency: string]: number } = { EUR: 1, GBP: 1.14, USD: 0.86 }

if (import.meta.main) writeSample('expense-claims', makeExpenseClaimsSample())
