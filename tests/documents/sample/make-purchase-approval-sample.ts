// Writes shared/documents/purchase-approval.sample.json, the same each time: `node tests/documents/sample/make-purchase-approval-sample.ts`.
import { at, date, ref, tellStory, writeSample } from './story.ts'

const greta = at('greta.olsen')
const farid = at('farid.nazari')
const carmen = at('carmen.ruiz')
const petra = at('petra.novak')
const bruno = at('bruno.keller')
const ines = at('ines.duarte')
const tom = at('tom.whitaker')
const lucia = at('lucia.ferri')
const sam = at('sam.boateng')

/** item, quantity, unit, price, rate of tax */
type Line = readonly [string, string, string, string, string?]

export function makePurchaseApprovalSample(): string {
  const story = tellStory(
    'A maker of measuring instruments. greta.olsen@example.com is director and administers, farid.nazari is Finance, petra.novak buys, ines.duarte and tom.whitaker own cost centres, lucia.ferri and sam.boateng ask.',
    'purchase-sample',
  )
  story.administrator('-P300D', 'Greta Olsen', greta, ['Director'], { department: 'Management' })
  story.person('-P299D', 'Farid Nazari', farid, ['Finance'], { department: 'Finance' })
  story.person('-P299D', 'Carmen Ruiz', carmen, ['Finance'], { department: 'Finance' })
  story.person('-P298D', 'Petra Novák', petra, ['Buyer'], { department: 'Purchasing' })
  story.person('-P298D', 'Bruno Keller', bruno, ['Director'], { department: 'Management' })
  story.person('-P297D', 'Inês Duarte', ines, ['Employee'], { department: 'Laboratory' })
  story.person('-P297D', 'Tom Whitaker', tom, ['Employee'], { department: 'IT' })
  story.person('-P296D', 'Lucia Ferri', lucia, ['Employee'], { department: 'Laboratory' })
  story.person('-P296D', 'Sam Boateng', sam, ['Employee'], { department: 'IT' })
  story.person('-P200D', 'Marta Zielińska', at('marta.zielinska'), ['Employee'], { department: 'Laboratory' })

  const centres = [
    ['4100', 'Laboratory', ines, '60000.00'],
    ['4200', 'IT', tom, '45000.00'],
    ['4300', 'Office', greta, '12000.00'],
    ['4400', 'Building', bruno, '90000.00'],
  ] as const
  for (const [code, name, owner, budget] of centres)
    story.create('-P295D', farid, 'CostCentre', name, { code, name, owner: ref(owner), budget })
  const suppliers = [
    ['Lindner Optics', 'orders@lindner-optics.example', 'K-20881'],
    ['Nordlab Supply', 'sales@nordlab.example', '77120'],
    ['Bürowelt', 'bestellung@buerowelt.example', undefined],
    ['Castor Computers', 'orders@castor.example', 'C-5510'],
    ['Hallmann Climate', 'angebot@hallmann.example', undefined],
    ['Quickparts Trading', 'info@quickparts.example', undefined],
    ['Vega Instruments', 'sales@vega.example', 'VI-119'],
  ] as const
  for (const [name, email, customer_number] of suppliers)
    story.create('-P294D', petra, 'Supplier', name, { name, email, ...(customer_number && { customer_number }) })
  story.act('-P150D', farid, 'update', 'Quickparts Trading', { blocked: true })

  let lines = 0
  /** Days before the loading at which each line, offer and submission happened: `first` with the hours after it. */
  const ask = (
    first: number,
    who: string,
    name: string,
    values: object,
    items: readonly Line[],
    quotes: readonly (readonly [string, string, string?])[] = [],
  ): void => {
    story.create(`-P${first}D`, who, 'PurchaseRequest', name, { subject: name, ...values })
    for (const [item, quantity, unit, price, tax_rate = 'standard'] of items)
      story.create(`-P${first - 1}DT23H`, who, 'Line', `line ${++lines}`, {
        request: ref(name),
        item,
        quantity,
        unit,
        price,
        tax_rate,
      })
    for (const [supplier, amount, chosen_because] of quotes)
      story.create(`-P${first - 1}DT22H`, who, 'Quote', `offer of ${supplier} for ${name}`, {
        request: ref(name),
        supplier: ref(supplier),
        amount,
        ...(chosen_because && { chosen_because }),
      })
  }
  const submit = (day: number, who: string, name: string): void => story.act(`-P${day}D`, who, 'submit', name)
  const laboratory = { cost_centre: ref('Laboratory') }
  const it = { cost_centre: ref('IT') }

  // Bought, paid and closed.
  ask(
    120,
    lucia,
    'Lenses for the second bench',
    {
      ...laboratory,
      supplier: ref('Lindner Optics'),
      reason: 'Two lenses are scratched since the move; measurements drift by three per cent.',
    },
    [
      ['Achromatic lens 50 mm', '4', 'piece', '189.50'],
      ['Lens mount', '4', 'piece', '36.00'],
      ['Shipping', '1', 'piece', '14.90'],
    ],
  )
  submit(119, lucia, 'Lenses for the second bench')
  story.act('-P118D', ines, 'approve', 'Lenses for the second bench', { comment: 'Needed for the audit.' })
  story.act('-P117D', petra, 'order', 'Lenses for the second bench', {
    order_number: 'LO-2291',
    delivery_on: date(-105),
  })
  story.act('-P104D', lucia, 'update', 'line 1', { received: '4' })
  story.act('-P104D', lucia, 'update', 'line 2', { received: '4' })
  story.act('-P104D', lucia, 'update', 'line 3', { received: '1' })
  story.create('-P103D', petra, 'Invoice', 'invoice 1', {
    request: ref('Lenses for the second bench'),
    supplier: ref('Lindner Optics'),
    number: '2026-08841',
    amount: '916.90',
    invoiced_on: date(-105),
  })
  story.act('-P103D', lucia, 'receive', 'Lenses for the second bench')
  story.act('-P102D', carmen, 'agree', 'invoice 1')
  story.act('-P90D', farid, 'pay', 'invoice 1', { paid_on: date(-90) })
  story.act('-P90D', farid, 'close', 'Lenses for the second bench')

  // Above what only the owner may decide.
  ask(
    80,
    sam,
    'Laptops for the new colleagues',
    { ...it, supplier: ref('Castor Computers'), needed_by: date(-40), reason: 'Four people start next quarter.' },
    [
      ['Laptop 14", 32 GB', '4', 'piece', '1649.00'],
      ['Dock', '4', 'piece', '179.00'],
    ],
    [
      ['Castor Computers', '7312.00'],
      ['Bürowelt', '7990.00'],
      ['Nordlab Supply', '8410.00'],
    ],
  )
  submit(79, sam, 'Laptops for the new colleagues')
  story.act('-P78D', tom, 'approve', 'Laptops for the new colleagues')
  story.act('-P76D', farid, 'approve', 'Laptops for the new colleagues', { comment: 'Within the plan for the year.' })
  story.act('-P75D', petra, 'order', 'Laptops for the new colleagues', {
    order_number: 'C-90017',
    delivery_on: date(-60),
  })
  story.act('-P61D', petra, 'update', 'line 4', { received: '4' })
  story.act('-P61D', petra, 'update', 'line 5', { received: '4' })
  story.act('-P60D', sam, 'receive', 'Laptops for the new colleagues')
  story.create('-P58D', petra, 'Invoice', 'invoice 2', {
    request: ref('Laptops for the new colleagues'),
    supplier: ref('Castor Computers'),
    number: 'RE-771203',
    amount: '7312.00',
    invoiced_on: date(-59),
  })
  story.act('-P57D', petra, 'dispute', 'invoice 2', { complaint: 'One of the docks came with a broken plug.' })

  // The directors decide; the dearer offer is explained.
  ask(
    60,
    ines,
    'Spectrometer for trace analysis',
    {
      ...laboratory,
      supplier: ref('Vega Instruments'),
      reason: 'The old one is out of service support since spring; two customers ask for limits we can no longer show.',
    },
    [
      ['Spectrometer VX-3', '1', 'piece', '31400.00'],
      ['Training on site', '2', 'day', '1150.00'],
    ],
    [
      ['Vega Instruments', '33700.00', 'The only one with service within two days.'],
      ['Nordlab Supply', '32150.00'],
      ['Lindner Optics', '36900.00'],
    ],
  )
  submit(58, ines, 'Spectrometer for trace analysis')
  story.act('-P56D', farid, 'approve', 'Spectrometer for trace analysis', { comment: 'Planned as an investment.' })
  story.act('-P53D', greta, 'approve', 'Spectrometer for trace analysis')
  story.act('-P52D', petra, 'order', 'Spectrometer for trace analysis', {
    order_number: 'VI-2026-311',
    delivery_on: date(20),
  })

  // Small: nobody is asked.
  ask(
    45,
    lucia,
    'Gloves and wipes',
    { ...laboratory, supplier: ref('Nordlab Supply'), reason: 'Stock for the month.' },
    [
      ['Nitrile gloves, box', '6', 'piece', '11.40'],
      ['Wipes, box', '3', 'piece', '8.90'],
    ],
  )
  submit(44, lucia, 'Gloves and wipes')
  story.act('-P43D', petra, 'order', 'Gloves and wipes', { order_number: '77120-4', delivery_on: date(-40) })

  // Said no, sent back, taken back.
  ask(40, sam, 'Standing desks', { ...it, supplier: ref('Bürowelt'), reason: 'For the whole room.' }, [
    ['Desk', '5', 'piece', '489.00'],
  ])
  submit(39, sam, 'Standing desks')
  story.act('-P38D', tom, 'reject', 'Standing desks', {
    comment: 'Furniture is bought by Office, for all rooms together next year.',
  })
  ask(30, lucia, 'Software for evaluation', { ...laboratory, reason: 'The spreadsheet can not do the new norm.' }, [
    ['Licence for a year', '3', 'piece', '640.00'],
  ])
  submit(29, lucia, 'Software for evaluation')
  story.act('-P28D', ines, 'send_back', 'Software for evaluation', {
    comment: 'Two licences are enough, and please name the supplier.',
  })
  story.act('-P27D', lucia, 'update', 'line 11', { quantity: '2' })
  story.act('-P27D', lucia, 'update', 'Software for evaluation', { supplier: ref('Castor Computers') })
  story.act('-P27D', lucia, 'submit', 'Software for evaluation')
  story.act('-P26D', ines, 'approve', 'Software for evaluation', { comment: 'Thank you.' })
  ask(25, sam, 'Second monitor', { ...it, supplier: ref('Castor Computers'), reason: 'For the service desk.' }, [
    ['Monitor 27"', '1', 'piece', '289.00'],
  ])
  submit(24, sam, 'Second monitor')
  story.act('-P23D', sam, 'withdraw', 'Second monitor')

  // On its way now.
  ask(
    14,
    lucia,
    'Climate for the measuring room',
    {
      cost_centre: ref('Building'),
      supplier: ref('Hallmann Climate'),
      reason: 'In summer the room was above 25 degrees on eleven days.',
    },
    [
      ['Split unit 7 kW', '2', 'piece', '4200.00'],
      ['Installation', '24', 'hour', '78.00'],
      ['Pipes and cable', '30', 'metre', '21.50'],
    ],
    [
      ['Hallmann Climate', '10917.00'],
      ['Nordlab Supply', '12400.00'],
      ['Vega Instruments', '11990.00'],
    ],
  )
  submit(12, lucia, 'Climate for the measuring room')
  story.act('-P10D', bruno, 'approve', 'Climate for the measuring room', { comment: 'Before summer, please.' })
  ask(
    9,
    at('marta.zielinska'),
    'Reference weights',
    { ...laboratory, supplier: ref('Nordlab Supply'), reason: 'Calibration is due in spring.' },
    [
      ['Weight set E2', '1', 'piece', '1180.00'],
      ['Certificate', '1', 'piece', '240.00'],
    ],
  )
  submit(8, at('marta.zielinska'), 'Reference weights')
  ask(
    5,
    sam,
    'Backup tapes',
    { ...it, supplier: ref('Castor Computers'), reason: 'Half of the tapes are older than five years.' },
    [['LTO-9 tape', '20', 'piece', '92.00']],
  )
  submit(4, sam, 'Backup tapes')
  story.act('-P3D', tom, 'approve', 'Backup tapes')
  ask(3, tom, 'Spare disks', { ...it, supplier: ref('Castor Computers'), reason: 'Two disks failed this month.' }, [
    ['SSD 4 TB', '4', 'piece', '312.00'],
  ])
  submit(2, tom, 'Spare disks')
  ask(
    2,
    lucia,
    'Coffee for the visitors',
    { cost_centre: ref('Office'), supplier: ref('Bürowelt'), reason: 'The audit is in two weeks.' },
    [['Coffee, kilogram', '3', 'kilogram', '18.20', 'reduced']],
  )
  ask(1, sam, 'Label printer', { ...it, reason: 'Shipping labels smear.' }, [
    ['Label printer', '1', 'piece', '379.00'],
    ['Labels, roll', '10', 'piece', '12.50'],
  ])
  return story.write()
}

if (import.meta.main) writeSample('purchase-approval', makePurchaseApprovalSample())
