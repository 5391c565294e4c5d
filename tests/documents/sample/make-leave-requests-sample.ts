// Writes shared/documents/leave-requests.sample.json, the same each time: `node tests/documents/sample/make-leave-requests-sample.ts`.
import { at, ref, tellStory, workday, writeSample } from './story.ts'

const helena = at('helena.voss')
const jonas = at('jonas.meier')
const aylin = at('aylin.demir')
const peter = at('peter.lindqvist')
const sofia = at('sofia.marino')

interface Colleague {
  readonly name: string
  readonly email: string
  readonly department: string
  readonly manager: string
  /** Days a year, where not the usual ones. */
  readonly days?: string
}

const colleagues: readonly Colleague[] = [
  { name: 'Mira Kovač', email: at('mira.kovac'), department: 'Engineering', manager: jonas },
  { name: 'David Osei', email: at('david.osei'), department: 'Engineering', manager: jonas },
  { name: 'Lena Fischer', email: at('lena.fischer'), department: 'Engineering', manager: jonas, days: '16.8' },
  { name: 'Tomasz Wójcik', email: at('tomasz.wojcik'), department: 'Engineering', manager: jonas },
  { name: 'Yuki Tanaka', email: at('yuki.tanaka'), department: 'Engineering', manager: jonas },
  { name: 'Carla Reyes', email: at('carla.reyes'), department: 'Sales', manager: aylin },
  { name: 'Ben Hartmann', email: at('ben.hartmann'), department: 'Sales', manager: aylin, days: '14.0' },
  { name: 'Nadia Haddad', email: at('nadia.haddad'), department: 'Sales', manager: aylin },
  { name: 'Oskar Nyman', email: at('oskar.nyman'), department: 'Sales', manager: aylin },
]

const managers: readonly Colleague[] = [
  { name: 'Jonas Meier', email: jonas, department: 'Engineering', manager: helena },
  { name: 'Aylin Demir', email: aylin, department: 'Sales', manager: helena },
]

export function makeLeaveRequestsSample(): string {
  const story = tellStory(
    'A company of fourteen. helena.voss@example.com runs it and administers; sofia.marino is the People team; jonas.meier and aylin.demir lead.',
    'leave-sample',
  )
  const everybody = [...managers, ...colleagues]
  story.administrator('-P400D', 'Helena Voss', helena, ['Employee'], { department: 'Management' })
  story.person('-P399D', 'Sofia Marino', sofia, ['PeopleTeam'], { department: 'People', manager: ref(helena) })
  story.person('-P399D', 'Peter Lindqvist', peter, ['PeopleTeam'], { department: 'People', manager: ref(sofia) })
  for (const { name, email, department, manager } of everybody)
    story.person('-P398D', name, email, ['Employee'], { department, manager: ref(manager) })
  story.act('-P397D', helena, 'update', jonas, { deputy: ref(aylin) })
  story.act('-P397D', helena, 'update', aylin, { deputy: ref(jonas) })

  const kinds = [
    { name: 'Holiday', takes_days: true, color: '#1c7ed6' },
    { name: 'Unpaid leave', takes_days: false, needs_reason: true, color: '#868e96' },
    { name: 'Special leave', takes_days: false, needs_reason: true, at_most: '3.0', color: '#ae3ec9' },
    { name: 'Training', takes_days: false, needs_reason: true, at_most: '10.0', color: '#2f9e44' },
  ]
  for (const kind of kinds) story.create('-P396D', sofia, 'Kind', kind.name, kind)
  const holidays = [
    ['2026-12-25', 'Christmas Day'],
    ['2027-01-01', 'New Year'],
    ['2027-03-26', 'Good Friday'],
    ['2027-03-29', 'Easter Monday'],
    ['2027-05-06', 'Ascension Day'],
    ['2027-05-17', 'Whit Monday'],
  ] as const
  for (const [day, name] of holidays) story.create('-P396D', sofia, 'PublicHoliday', name, { day, name })
  for (const { name, email, days } of everybody) {
    for (const year of [-1, 0, 1]) {
      const values = {
        person: ref(email),
        year: { year },
        ...(days && { days, note: 'Part time' }),
        ...(year === 0 && { carried_over: '2.5' }),
      }
      story.create('-P395D', sofia, 'Allowance', `${name} ${year}`, values)
    }
  }

  let leaves = 0
  const ask = (when: string, who: string, kind: string, from: number, to: number, more: object = {}): string =>
    story.create(when, at(who), 'LeaveRequest', `leave ${++leaves}`, {
      kind: ref(kind),
      first_day: workday(from),
      last_day: workday(to),
      ...more,
    })

  // What was: approved, refused, taken back.
  const mira = ask('-P240D', 'mira.kovac', 'Holiday', -200, -191)
  story.act('-P239DT4H', jonas, 'approve', mira, { answer: 'Enjoy the sea.' })
  const david = ask('-P230D', 'david.osei', 'Holiday', -198, -187)
  story.act('-P228D', jonas, 'reject', david, { answer: 'The release is in that week. Any week after it is fine.' })
  const davidAgain = ask('-P227D', 'david.osei', 'Holiday', -180, -170)
  story.act('-P226DT20H', jonas, 'approve', davidAgain)
  const wedding = ask('-P150D', 'carla.reyes', 'Special leave', -120, -119, { reason: 'My sister marries in Oviedo.' })
  story.act('-P149D', aylin, 'approve', wedding, { answer: 'Congratulations!' })
  const carla = ask('-P140D', 'carla.reyes', 'Holiday', -115, -107)
  story.act('-P139D', aylin, 'approve', carla)
  const ben = ask('-P120D', 'ben.hartmann', 'Holiday', -90, -84)
  story.act('-P119D', at('ben.hartmann'), 'withdraw', ben)
  const benAgain = ask('-P119D', 'ben.hartmann', 'Holiday', -83, -77)
  story.act('-P118D', aylin, 'approve', benAgain)
  const training = ask('-P110D', 'yuki.tanaka', 'Training', -80, -76, {
    reason: 'Database internals, five days in Zurich; the invitation is with Sofia.',
  })
  story.act('-P109D', jonas, 'approve', training)
  const lena = ask('-P80D', 'lena.fischer', 'Holiday', -50, -46)
  story.act('-P79D', jonas, 'approve', lena)
  story.act('-P60D', at('lena.fischer'), 'cancel', lena)
  const forgotten = ask('-P48D', 'oskar.nyman', 'Holiday', -30, -26)
  story.act('-P30DT1H', null, 'lapse', forgotten)
  const oskar = ask('-P29D', 'oskar.nyman', 'Holiday', -14, -11)
  story.act('-P28DT18H', aylin, 'approve', oskar, { answer: 'Sorry for the silence last time.' })

  // What is: the leader of Engineering is away, so the leader of Sales decides for both.
  const away = ask('-P40D', 'jonas.meier', 'Holiday', -3, 8)
  story.act('-P39D', helena, 'approve', away)
  const tomasz = ask('-P35D', 'tomasz.wojcik', 'Holiday', -2, 5, { until_noon: true })
  story.act('-P34D', jonas, 'approve', tomasz)

  // What comes.
  const nadia = ask('-P20D', 'nadia.haddad', 'Holiday', 25, 35)
  story.act('-P19D', aylin, 'approve', nadia, { answer: 'Ben takes your accounts.' })
  const off = ask('-P18D', 'carla.reyes', 'Training', 30, 34, { reason: 'Negotiation, second part.' })
  story.act('-P17D', aylin, 'approve', off)
  story.act('-P2D', sofia, 'call_off', off, { answer: 'The organiser has cancelled the training.' })
  ask('-P6D', 'mira.kovac', 'Holiday', 40, 51, { from_noon: true })
  ask('-P5D', 'yuki.tanaka', 'Unpaid leave', 60, 88, { reason: 'A month with my parents in Sapporo.' })
  ask('-P3D', 'lena.fischer', 'Holiday', 20, 24)
  ask('-P2DT5H', 'ben.hartmann', 'Special leave', 10, 11, { reason: 'We move house.' })
  ask('-P1DT2H', 'aylin.demir', 'Holiday', 44, 55)
  ask('-PT4H', 'david.osei', 'Holiday', 27, 31)
  return story.write()
}

if (import.meta.main) writeSample('leave-requests', makeLeaveRequestsSample())
