// Writes shared/documents/incident-management.sample.json, the same each time: `node tests/documents/sample/make-incident-management-sample.ts`.
import { at, ref, tellStory, writeSample } from './story.ts'

const hakan = at('hakan.yilmaz')
const rosa = at('rosa.almeida')
const finn = at('finn.berger')
const chloe = at('chloe.martin')
const viktor = at('viktor.hansen')
const anita = at('anita.rao')
const lukas = at('lukas.weber')
const emma = at('emma.nilsson')
const paolo = at('paolo.conti')

export function makeIncidentManagementSample(): string {
  const story = tellStory(
    'The IT of a company with three sites. hakan.yilmaz@example.com administers and is duty manager with rosa.almeida; finn.berger and chloe.martin are the service desk, viktor.hansen and anita.rao the network, lukas.weber applications; emma.nilsson and paolo.conti report.',
    'incident-sample',
  )
  story.administrator('-P200D', 'Hakan Yılmaz', hakan, ['DutyManager'], { phone: '+49 30 5550 100' })
  story.person('-P199D', 'Rosa Almeida', rosa, ['DutyManager'], { phone: '+49 30 5550 101' })
  const responders = [
    ['Finn Berger', finn],
    ['Chloé Martin', chloe],
    ['Viktor Hansen', viktor],
    ['Anita Rao', anita],
    ['Lukas Weber', lukas],
  ] as const
  for (const [name, email] of responders) story.person('-P198D', name, email, ['Responder'])
  story.person('-P190D', 'Emma Nilsson', emma, ['Reporter'])
  story.person('-P190D', 'Paolo Conti', paolo, ['Reporter'])
  story.person('-P90D', 'Grace Mbeki', at('grace.mbeki'), ['Reporter'])
  story.person('-P60D', 'Jan de Vries', at('jan.devries'), ['Reporter'])

  const groups = [
    ['Applications', lukas, undefined, [lukas]],
    ['Network', viktor, 'Applications', [viktor, anita]],
    ['Service desk', finn, 'Network', [finn, chloe]],
  ] as const
  for (const [name, lead, next, members] of groups) {
    story.create('-P197D', hakan, 'SupportGroup', name, { name, lead: ref(lead), ...(next && { next: ref(next) }) })
    for (const member of members) story.act('-P196D', hakan, 'update', member, { group: ref(name) })
  }
  const services = [
    ['Email', 'Service desk', 'Mail and calendars of everybody.'],
    ['Network', 'Network', 'Cable and wireless at all sites, and the way between them.'],
    ['Time sheets', 'Applications', 'Hours, projects, what is paid for them.'],
    ['Printing', 'Service desk', 'Printers and scanners.'],
    ['Web shop', 'Applications', 'Where customers order.'],
    ['Telephony', 'Network', 'Desk phones and the hotline.'],
  ] as const
  for (const [name, group, description] of services)
    story.create('-P195D', hakan, 'Service', `the ${name}`, { name, group: ref(group), description, owner: ref(rosa) })

  const report = (
    when: string,
    who: string,
    name: string,
    service: string,
    impact: string,
    urgency: string,
    title: string,
    description: string,
  ): void =>
    void story.create(when, who, 'Incident', name, {
      title,
      service: ref(`the ${service}`),
      impact,
      urgency,
      description,
    })
  const solve = (when: string, who: string, name: string, cause: string, solution: string): void =>
    story.act(when, who, 'resolve', name, { cause, solution })
  const say = (when: string, who: string, name: string, text: string): void =>
    void story.create(when, who, 'Update', `${name} at ${when}`, { incident: ref(name), text, public: true })

  // A critical one, led, announced, solved, reviewed, closed.
  report(
    '-P60DT6H',
    emma,
    'shop',
    'Web shop',
    'company',
    'high',
    'Customers can not pay',
    'Since a quarter past nine every payment ends with an error, for all customers and all kinds of cards.',
  )
  story.act('-P60DT5H55M', lukas, 'take', 'shop')
  story.act('-P60DT5H50M', rosa, 'command', 'shop')
  say(
    '-P60DT5H40M',
    rosa,
    'shop',
    'We know that payments fail. The payment provider is informed; next news in half an hour.',
  )
  say('-P60DT5H10M', rosa, 'shop', 'The certificate towards the provider has expired. A new one is being issued.')
  solve(
    '-P60DT4H30M',
    lukas,
    'shop',
    'change',
    'New certificate installed; all payments since 9:12 were offered again.',
  )
  story.create('-P59D', lukas, 'Review', 'review of the shop', {
    incident: ref('shop'),
    what_happened: 'The certificate for the payment provider expired at 9:12. 412 payments failed in 78 minutes.',
    why: 'Its renewal was in the calendar of somebody who has left.',
    prevention: 'Certificates are watched, and warn four weeks ahead in the group.',
  })
  story.act('-P50D', rosa, 'update', 'review of the shop', { done: true })
  story.act('-P50D', rosa, 'close', 'shop')

  // What a service desk does all day.
  report(
    '-P40DT7H',
    paolo,
    'printer',
    'Printing',
    'team',
    'low',
    'Printer on floor 3 smears',
    'Grey stripes on each page since yesterday.',
  )
  story.act('-P40DT5H', chloe, 'take', 'printer')
  solve('-P39D', chloe, 'printer', 'hardware', 'New drum.')
  story.act('-P34D', null, 'close_by_itself', 'printer')
  report(
    '-P35DT6H',
    at('grace.mbeki'),
    'password',
    'Email',
    'person',
    'high',
    'Can not sign in to my mail',
    'It says that the password is wrong, since I came back from leave.',
  )
  story.act('-P35DT5H30M', finn, 'take', 'password')
  solve('-P35DT5H', finn, 'password', 'usage', 'The password had expired; a new one is set.')
  story.act('-P35DT4H', at('grace.mbeki'), 'close', 'password')
  report(
    '-P30DT8H',
    paolo,
    'wifi',
    'Network',
    'site',
    'medium',
    'Wireless is slow in Hamburg',
    'Calls break off in all meeting rooms; by cable it works.',
  )
  story.act('-P30DT7H30M', anita, 'take', 'wifi')
  story.act('-P30DT5H', anita, 'hold', 'wifi', {
    reason: 'The supplier sends a new access point.',
    until: { moment: '-P27D' },
  })
  story.act('-P27D', null, 'continue', 'wifi')
  solve('-P26DT20H', anita, 'wifi', 'hardware', 'Access point in the hall replaced.')
  story.act('-P25D', paolo, 'reopen', 'wifi', { reason: 'Room 2.14 is as slow as before.' })
  story.act('-P24DT20H', viktor, 'take', 'wifi')
  solve('-P24DT18H', viktor, 'wifi', 'hardware', 'The second access point had the same fault; both are new now.')
  story.act('-P19DT18H', null, 'close_by_itself', 'wifi')
  report('-P20D', emma, 'twice', 'Email', 'person', 'low', 'Calendar shows meetings twice', 'Only in the phone.')
  story.act('-P19DT20H', chloe, 'cancel', 'twice', { reason: 'Two calendars were subscribed; explained by phone.' })
  report(
    '-P12DT9H',
    at('jan.devries'),
    'hours',
    'Time sheets',
    'team',
    'medium',
    'Hours of last week are gone',
    'Everybody in the team sees an empty week.',
  )
  story.act('-P12DT8H', lukas, 'take', 'hours')
  story.act('-P12DT6H', lukas, 'reassess', 'hours', {
    impact: 'site',
    urgency: 'medium',
    reason: 'All of Rotterdam is affected',
  })
  solve(
    '-P11DT22H',
    lukas,
    'hours',
    'software',
    'The import ran twice and cleared the week; restored from the night before.',
  )

  // Now.
  report(
    '-P3DT4H',
    emma,
    'phone',
    'Telephony',
    'team',
    'medium',
    'Hotline drops calls after ten minutes',
    'Each call to the hotline ends after ten minutes sharp, since the weekend.',
  )
  story.act('-P3DT3H', viktor, 'take', 'phone')
  story.act('-P2D', viktor, 'hold', 'phone', {
    reason: 'Waiting for the log of the carrier.',
    until: { moment: 'P2D' },
  })
  report(
    '-P2DT6H',
    at('grace.mbeki'),
    'mail',
    'Email',
    'team',
    'high',
    'No mail from one customer arrives',
    'Mails from nordlab.example bounce, since Tuesday.',
  )
  story.act('-P2DT5H30M', finn, 'take', 'mail')
  story.act('-P2DT3H', finn, 'pass_on', 'mail', { reason: 'The name server answers wrongly for that domain.' })
  story.act('-P1DT22H', anita, 'take', 'mail')
  report(
    '-P1DT5H',
    paolo,
    'scanner',
    'Printing',
    'person',
    'low',
    'Scanner forgets my address',
    'I have to type it anew each time.',
  )
  story.act('-P1DT4H', chloe, 'take', 'scanner')
  report(
    '-PT8H',
    paolo,
    'vpn',
    'Network',
    'site',
    'high',
    'No connection between Rotterdam and Berlin',
    'Nobody in Rotterdam reaches anything in Berlin since seven; the internet works.',
  )
  story.act('-PT7H55M', viktor, 'take', 'vpn')
  story.act('-PT7H45M', hakan, 'command', 'vpn')
  say('-PT7H30M', hakan, 'vpn', 'The line of the carrier is cut by building works. We move to the spare line.')
  report(
    '-PT5H',
    emma,
    'sheet',
    'Time sheets',
    'team',
    'high',
    'Month can not be closed',
    'The button does nothing; payroll needs it by tomorrow noon.',
  )
  story.act('-PT4H', null, 'escalate', 'sheet')
  report(
    '-PT1H',
    at('jan.devries'),
    'toner',
    'Printing',
    'person',
    'low',
    'Toner is low',
    'Printer next to the kitchen.',
  )
  return story.write()
}

if (import.meta.main) writeSample('incident-management', makeIncidentManagementSample())
