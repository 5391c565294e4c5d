// Writes shared/documents/library.sample.json, the same each time: `node tests/documents/sample/make-library-sample.ts`.
import { at, ref, tellStory, writeSample } from './story.ts'
import type { Story } from './story.ts'

const edda = at('edda.lund')
const omar = at('omar.haddad')
const pia = at('pia.novak')
const anna = at('anna.berg')
const ben = at('ben.fischer')
const clara = at('clara.weiss')
const dario = at('dario.rossi')
const emil = at('emil.kurz')

/** Key, name, author, ISBN, genre, year, price. */
const titles: readonly (readonly [string, string, string, string, string, number, string])[] = [
  ['dune', 'Dune', 'Frank Herbert', '9780441013593', 'novel', 1965, '14.00'],
  ['emma', 'Emma', 'Jane Austen', '9780141439587', 'novel', 1815, '9.50'],
  ['cosmos', 'Cosmos', 'Carl Sagan', '9780345539434', 'science', 1980, '18.00'],
  ['matilda', 'Matilda', 'Roald Dahl', '9780142410370', 'children', 1988, '8.00'],
  ['gruffalo', 'The Gruffalo', 'Julia Donaldson', '9780142403877', 'children', 1999, '7.50'],
  ['spqr', 'SPQR', 'Mary Beard', '9781631492228', 'history', 2015, '19.00'],
  ['dracula', 'Dracula', 'Bram Stoker', '9780141439846', 'novel', 1897, '9.00'],
  ['walden', 'Walden', 'Henry David Thoreau', '9780691096124', 'travel', 1854, '11.00'],
  ['persepolis', 'Persepolis', 'Marjane Satrapi', '9780375714573', 'novel', 2000, '16.00'],
  ['sapiens', 'Sapiens', 'Yuval Noah Harari', '9780062316097', 'history', 2011, '21.00'],
  ['orient', 'Murder on the Orient Express', 'Agatha Christie', '9780062693662', 'crime', 1934, '10.00'],
  ['heidi', 'Heidi', 'Johanna Spyri', '9780147514028', 'children', 1880, '8.50'],
  ['kontiki', 'The Kon-Tiki Expedition', 'Thor Heyerdahl', '9780671726522', 'travel', 1948, '12.00'],
  ['hound', 'The Hound of the Baskervilles', 'Arthur Conan Doyle', '9780141034324', 'crime', 1902, '9.00'],
  ['origin', 'On the Origin of Species', 'Charles Darwin', '9780451529060', 'science', 1859, '13.00'],
]

/** Days before the loading, the copy, the member, and the day it came back. */
const loans: readonly (readonly [number, string, string, number?])[] = [
  [120, 'dune a', anna, 110],
  [118, 'dune b', ben, 105],
  [100, 'emma a', clara, 90],
  [95, 'cosmos a', dario, 80],
  [90, 'matilda a', emil, 80],
  [90, 'kontiki a', anna, 85],
  [90, 'kontiki b', clara, 70],
  [88, 'gruffalo a', emil, 79],
  [80, 'spqr a', anna, 66],
  [75, 'cosmos b', clara, 60],
  [70, 'dracula a', dario, 50],
  [60, 'emma b', ben, 20],
  [60, 'walden a', anna, 45],
  [55, 'persepolis a', dario],
  [52, 'walden b', dario],
  [45, 'heidi a', clara, 30],
  [44, 'heidi b', anna, 28],
  [30, 'dune a', ben],
  [29, 'matilda b', ben],
  [29, 'heidi a', emil, 18],
  [28, 'orient a', anna, 20],
  [25, 'spqr b', clara],
  [16, 'sapiens b', anna],
  [15, 'sapiens a', clara, 1],
  [14, 'dune b', clara],
  [12, 'gruffalo a', emil],
  [10, 'matilda a', emil],
  [9, 'emma a', anna],
  [8, 'cosmos a', anna],
  [6, 'dracula a', clara],
]

export function makeLibrarySample(): string {
  const story = tellStory(
    'A town library. edda.lund leads it and administers; omar.haddad and pia.novak are at the desk; anna.berg, ben.fischer, clara.weiss, dario.rossi and emil.kurz are members.',
    'library-sample',
  )
  addPeople(story)
  addStock(story)
  for (const [day, copy, member, back] of loans) {
    const loan = story.create(`-P${day}D`, omar, 'Loan', `${copy} ${day}`, {
      copy: ref(copy),
      member: ref(member),
    })
    if (back !== undefined) story.act(`-P${back}D`, pia, 'take_back', loan)
  }
  story.act('-P40D', dario, 'lose', 'persepolis a 55')
  story.act('-P10D', clara, 'renew', 'spqr b 25')
  addHolds(story)
  addDamages(story)
  return story.write()
}

function addPeople(story: Story): void {
  story.administrator('-P200D', 'Edda Lund', edda, ['HeadLibrarian'])
  story.person('-P199D', 'Omar Haddad', omar, ['Librarian'])
  story.person('-P199D', 'Pia Novak', pia, ['Librarian'])
  story.person('-P190D', 'Anna Berg', anna, ['Member'], { kind: 'adult' })
  story.person('-P190D', 'Ben Fischer', ben, ['Member'], { kind: 'adult' })
  story.person('-P180D', 'Clara Weiss', clara, ['Member'], { kind: 'student' })
  story.person('-P170D', 'Dario Rossi', dario, ['Member'], { kind: 'student' })
  story.person('-P160D', 'Emil Kurz', emil, ['Member'], { kind: 'child' })
}

function addStock(story: Story): void {
  for (const [index, [key, name, author, isbn, genre, published, price]] of titles.entries()) {
    story.create('-P150D', pia, 'Title', key, {
      name,
      author,
      isbn,
      genre,
      published,
      cover: { upload: `library/${key}.webp` },
    })
    for (const one of ['a', 'b'])
      story.create('-P149D', pia, 'Copy', `${key} ${one}`, {
        title: ref(key),
        shelf: `${genre.slice(0, 2).toUpperCase()} ${index + 1}`,
        price,
      })
  }
  story.act('-P100D', edda, 'retire', 'hound b')
  story.act('-P2D', omar, 'send_to_repair', 'origin b')
}

function addHolds(story: Story): void {
  const reserve = (day: number, title: string, member: string): string =>
    story.create(`-P${day}D`, member, 'Hold', `${title} awaited by ${member}`, { title: ref(title) })
  story.act('-P80D', null, 'expire', reserve(88, 'kontiki', dario))
  reserve(35, 'heidi', emil)
  reserve(7, 'dune', anna)
  reserve(6, 'dune', emil)
  reserve(5, 'sapiens', emil)
  story.act('-P3D', anna, 'cancel', reserve(5, 'matilda', anna))
}

function addDamages(story: Story): void {
  const wet = story.create('-P59D', omar, 'Fine', 'the wet cosmos', {
    member: ref(clara),
    loan: ref('cosmos b 75'),
    reason: 'damaged',
    amount: '4.00',
    note: 'It fell into a bath.',
  })
  story.act('-P58D', omar, 'pay', wet)
  const torn = story.create('-P65D', pia, 'Fine', 'the torn map', {
    member: ref(anna),
    loan: ref('spqr a 80'),
    amount: '2.50',
  })
  story.act('-P64D', edda, 'waive', torn, { why: 'It was torn before.' })
}

if (import.meta.main) writeSample('library', makeLibrarySample())
