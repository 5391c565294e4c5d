// Writes shared/documents/applicant-tracking.sample.json, the same each time: `node tests/documents/sample/make-applicant-tracking-sample.ts`.
import { at, date, ref, tellStory, writeSample } from './story.ts'

const judith = at('judith.stern')
const marc = at('marc.dubois')
const eva = at('eva.lund')
const omar = at('omar.haddad')
const nina = at('nina.petrova')
const leo = at('leo.baumann')
const ruth = at('ruth.adler')
const kofi = at('kofi.mensah')

export function makeApplicantTrackingSample(): string {
  const story = tellStory(
    'A company that hires six people. judith.stern@example.com leads People and administers, marc.dubois recruits, eva.lund and omar.haddad own jobs, nina.petrova, leo.baumann, ruth.adler and kofi.mensah interview.',
    'hiring-sample',
  )
  story.administrator('-P200D', 'Judith Stern', judith, ['Head'], { team: 'People' })
  story.person('-P199D', 'Marc Dubois', marc, ['Recruiter'], { team: 'People' })
  story.person('-P198D', 'Eva Lund', eva, ['Manager'], { team: 'Platform' })
  story.person('-P198D', 'Omar Haddad', omar, ['Manager'], { team: 'Service' })
  story.person('-P197D', 'Nina Petrova', nina, ['Employee'], { team: 'Platform' })
  story.person('-P197D', 'Leo Baumann', leo, ['Employee'], { team: 'Platform' })
  story.person('-P197D', 'Ruth Adler', ruth, ['Employee'], { team: 'Service' })
  story.person('-P197D', 'Kofi Mensah', kofi, ['Employee'], { team: 'Service' })

  const open = (
    when: string,
    who: string,
    name: string,
    team: string,
    place: string,
    range: readonly [string, string],
    description: string,
    openings = 1,
  ): void =>
    void story.create(when, who, 'Job', name, {
      title: name,
      team,
      place,
      openings,
      description,
      recruiter: ref(marc),
      salary_from: range[0],
      salary_to: range[1],
    })
  open(
    '-P120D',
    eva,
    'Backend engineer',
    'Platform',
    'Berlin or anywhere',
    ['68000.00', '84000.00'],
    'You build what **many** rely on: storage, queues, and the calls between them.',
    2,
  )
  open(
    '-P100D',
    omar,
    'Field technician',
    'Service',
    'Hamburg',
    ['42000.00', '51000.00'],
    'You keep our instruments running at customers, three days a week on the road.',
  )
  open(
    '-P60D',
    eva,
    'Product designer',
    'Platform',
    'Berlin',
    ['60000.00', '74000.00'],
    'You make difficult things look obvious.',
  )
  open(
    '-P15D',
    omar,
    'Head of service',
    'Service',
    'Hamburg',
    ['85000.00', '105000.00'],
    'You lead twelve technicians.',
  )
  story.act('-P118D', marc, 'publish', 'Backend engineer')
  story.act('-P98D', marc, 'publish', 'Field technician')
  story.act('-P58D', marc, 'publish', 'Product designer')

  const apply = (when: string, name: string, email: string, job: string, more: object = {}): string => {
    story.create(when, marc, 'Candidate', name, { name, email: `${email}@mail.example` })
    return story.create(when, marc, 'Application', `${name} for ${job}`, {
      candidate: ref(name),
      job: ref(job),
      ...more,
    })
  }
  let meetings = 0
  const meet = (
    when: string,
    application: string,
    kind: string,
    starts: object,
    who: readonly string[],
    place = 'Room Elbe',
  ): string =>
    story.create(when, marc, 'Interview', `interview ${++meetings}`, {
      application: ref(application),
      kind,
      starts_at: starts,
      interviewers: who.map(ref),
      place,
    })
  const think = (
    when: string,
    who: string,
    interview: string,
    score: number,
    strengths: string,
    doubts?: string,
  ): void =>
    void story.create(when, who, 'Opinion', `${who} on ${interview}`, {
      interview: ref(interview),
      score,
      strengths,
      ...(doubts && { doubts }),
    })

  // Hired.
  const ada = apply('-P110D', 'Adaeze Obi', 'adaeze.obi', 'Backend engineer', {
    source: 'recommendation',
    recommended_by: ref(leo),
    expected_salary: '78000.00',
    letter: 'Leo told me how you work; I would like to work like that.',
  })
  story.act('-P109D', marc, 'screen', ada)
  story.act('-P106D', marc, 'invite', ada)
  const first = meet('-P105D', ada, 'with_the_team', { date: '-P101D', time: '10:00' }, [nina, eva])
  story.act('-P99DT22H', nina, 'hold', first)
  think('-P99DT20H', nina, first, 4, 'Explained a deadlock on the board in three sentences.')
  think('-P99DT18H', eva, first, 4, 'Calm, exact, curious.', 'Has never worked in a team of more than five.')
  story.act('-P98D', marc, 'discuss', ada)
  story.act('-P97D', eva, 'offer', ada)
  const offer = story.create('-P97D', marc, 'Offer', 'offer to Adaeze', {
    application: ref(ada),
    salary: '79000.00',
    starts_on: date(-20),
    valid_until: date(-85),
  })
  story.act('-P96D', eva, 'approve', offer)
  story.act('-P96D', marc, 'send_out', offer)
  story.act('-P90D', marc, 'accept', offer)
  story.act('-P90D', marc, 'hire', ada)

  // Not hired, withdrawn.
  const pavel = apply('-P108D', 'Pavel Horák', 'pavel.horak', 'Backend engineer', {
    source: 'agency',
    expected_salary: '95000.00',
  })
  story.act('-P107D', marc, 'screen', pavel)
  story.act('-P104D', marc, 'reject', pavel, { reason: 'Wants to lead a team; there is none to lead here.' })
  const yara = apply('-P90D', 'Yara Costa', 'yara.costa', 'Field technician', { expected_salary: '46000.00' })
  story.act('-P88D', marc, 'screen', yara)
  story.act('-P86D', marc, 'invite', yara)
  const second = meet('-P85D', yara, 'at_work', { date: '-P81D', time: '14:00' }, [ruth, kofi], 'Workshop')
  story.act('-P79DT20H', ruth, 'hold', second)
  think('-P79DT18H', ruth, second, 3, 'Found the fault we had built in, in ten minutes.', 'Has no driving licence yet.')
  think('-P79DT12H', kofi, second, 2, 'Good hands.', 'Was short with the customer we played.')
  story.act('-P78D', marc, 'discuss', yara)
  story.act('-P77D', omar, 'offer', yara)
  const declined = story.create('-P76D', marc, 'Offer', 'offer to Yara', {
    application: ref(yara),
    salary: '45000.00',
    starts_on: date(-30),
    valid_until: date(-62),
  })
  story.act('-P76D', omar, 'approve', declined)
  story.act('-P75D', marc, 'send_out', declined)
  story.act('-P70D', marc, 'decline', declined, { reason: 'Stays where she is; they have raised her salary.' })
  story.act('-P69D', marc, 'withdraw', yara)
  const igor = apply('-P66D', 'Igor Santos', 'igor.santos', 'Field technician', {
    source: 'fair',
    expected_salary: '44000.00',
  })
  story.act('-P64D', marc, 'screen', igor)

  // Under way.
  story.act('-P12D', marc, 'invite', igor)
  const third = meet('-P11D', igor, 'by_phone', { date: '-P8D', time: '11:30' }, [ruth], 'By phone')
  story.act('-P6DT20H', ruth, 'hold', third)
  think('-P6DT18H', ruth, third, 3, 'Ten years with our kind of instruments.')
  meet('-P5D', igor, 'at_work', { workday: 'P4D', time: '14:00' }, [kofi, omar], 'Workshop')
  const mei = apply('-P30D', 'Mei Lin', 'mei.lin', 'Product designer', {
    expected_salary: '70000.00',
    letter: 'Your forms are long. I know how to make them short.',
  })
  story.act('-P28D', marc, 'screen', mei)
  story.act('-P26D', marc, 'invite', mei)
  const fourth = meet('-P25D', mei, 'with_the_team', { date: '-P21D', time: '10:00' }, [nina, leo])
  story.act('-P19DT20H', leo, 'hold', fourth)
  think('-P19DT12H', leo, fourth, 4, 'Redrew our search in front of us, and it was better.')
  think('-P19DT6H', nina, fourth, 3, 'Listens.', 'A thin portfolio for data.')
  story.act('-P18D', marc, 'discuss', mei)
  story.act('-P17D', eva, 'offer', mei)
  story.create('-P2D', marc, 'Offer', 'offer to Mei', {
    application: ref(mei),
    salary: '72000.00',
    starts_on: date(60),
    valid_until: date(14),
  })
  const jonah = apply('-P10D', 'Jonah Peters', 'jonah.peters', 'Backend engineer', {
    source: 'found_by_us',
    expected_salary: '82000.00',
  })
  story.act('-P9D', marc, 'screen', jonah)
  story.act('-P8D', marc, 'invite', jonah)
  meet('-P7D', jonah, 'with_the_team', { workday: 'P2D', time: '10:00' }, [nina, leo])
  apply('-P4D', 'Sara Nowak', 'sara.nowak', 'Backend engineer', {
    letter: 'I would like to come back to Berlin.',
    expected_salary: '74000.00',
  })
  const tariq = apply('-P3D', 'Tariq Aziz', 'tariq.aziz', 'Product designer', {
    source: 'recommendation',
    recommended_by: ref(kofi),
    expected_salary: '66000.00',
  })
  story.act('-P2D', marc, 'screen', tariq)
  apply('-P1D', 'Clara Vogt', 'clara.vogt', 'Field technician', { expected_salary: '47500.00' })
  return story.write()
}

if (import.meta.main) writeSample('applicant-tracking', makeApplicantTrackingSample())
