// The people of the sample: who they are, how much they report, and how they sign.

export interface Somebody {
  readonly name: string
  readonly email: string
  readonly phone?: string
}

export interface Worker extends Somebody {
  readonly team: 'desk' | 'billing' | 'product'
  /** How much of the work falls to this person. */
  readonly share: number
}

export interface Reporter extends Somebody {
  readonly share: number
  readonly greeting: string
  readonly closing: string
}

export const administrator: Somebody = {
  name: 'Ingrid Halvorsen',
  email: 'ingrid.halvorsen@example.com',
  phone: '+47 23 00 11 22',
}

export const managers: readonly Worker[] = [
  { name: 'Miriam Adeyemi', email: 'miriam.adeyemi@example.com', phone: '+49 30 5550 101', team: 'desk', share: 0.2 },
  {
    name: 'Stefan Lindqvist',
    email: 'stefan.lindqvist@example.com',
    phone: '+49 30 5550 102',
    team: 'product',
    share: 0.2,
  },
]

export const agents: readonly Worker[] = [
  { name: 'Amara Okafor', email: 'amara.okafor@example.com', phone: '+49 30 5550 111', team: 'desk', share: 1.3 },
  { name: 'Jakub Nowak', email: 'jakub.nowak@example.com', phone: '+49 30 5550 112', team: 'desk', share: 1.1 },
  {
    name: 'Sofia Marchetti',
    email: 'sofia.marchetti@example.com',
    phone: '+49 30 5550 113',
    team: 'billing',
    share: 1,
  },
  { name: 'Tuan Nguyen', email: 'tuan.nguyen@example.com', phone: '+49 30 5550 114', team: 'billing', share: 0.8 },
  { name: 'Priya Raman', email: 'priya.raman@example.com', phone: '+49 30 5550 115', team: 'product', share: 1.2 },
  { name: 'Mateo Fuentes', email: 'mateo.fuentes@example.com', phone: '+49 30 5550 116', team: 'product', share: 0.9 },
]

export const customers: readonly Reporter[] = [
  {
    name: 'Hannah Brandt',
    email: 'hannah.brandt@example.com',
    phone: '+49 40 5550 201',
    share: 2.2,
    greeting: 'Hello,',
    closing: 'Best regards\nHannah Brandt',
  },
  {
    name: 'Olivier Lefèvre',
    email: 'olivier.lefevre@example.com',
    phone: '+33 1 5550 202',
    share: 1.6,
    greeting: 'Hello everyone,',
    closing: 'Olivier',
  },
  {
    name: 'Keiko Tanabe',
    email: 'keiko.tanabe@example.com',
    share: 1.2,
    greeting: 'Dear support team,',
    closing: 'Kind regards\nKeiko Tanabe',
  },
  {
    name: 'Samuel Osei',
    email: 'samuel.osei@example.com',
    phone: '+233 30 555 0204',
    share: 1.9,
    greeting: 'Hi,',
    closing: 'Thanks, Samuel',
  },
  { name: 'Freya Sørensen', email: 'freya.sorensen@example.com', share: 1, greeting: 'Hi there,', closing: 'Freya' },
  {
    name: 'Lucía Herrera',
    email: 'lucia.herrera@example.com',
    phone: '+34 91 555 0206',
    share: 1.4,
    greeting: 'Good morning,',
    closing: 'Thank you!\nLucía',
  },
  { name: 'Daniel Cohen', email: 'daniel.cohen@example.com', share: 0.9, greeting: '', closing: 'Daniel Cohen' },
  {
    name: 'Ewa Kowalczyk',
    email: 'ewa.kowalczyk@example.com',
    share: 1.1,
    greeting: 'Good day,',
    closing: 'Ewa Kowalczyk\nOffice manager',
  },
  {
    name: 'Arjun Mehta',
    email: 'arjun.mehta@example.com',
    phone: '+44 20 5550 209',
    share: 1.5,
    greeting: 'Hi team,',
    closing: 'Cheers, Arjun',
  },
  { name: 'Chloe Bennett', email: 'chloe.bennett@example.com', share: 0.8, greeting: 'Hiya,', closing: 'Chloe x' },
  { name: 'Yusuf Demir', email: 'yusuf.demir@example.com', share: 0.7, greeting: 'Hello,', closing: 'Regards, Yusuf' },
  {
    name: 'Marta Silva',
    email: 'marta.silva@example.com',
    phone: '+351 21 555 0212',
    share: 1,
    greeting: 'Hello,',
    closing: 'Many thanks\nMarta Silva',
  },
  { name: 'Henrik Nyström', email: 'henrik.nystrom@example.com', share: 0.6, greeting: '', closing: '/Henrik' },
  {
    name: 'Nadia Benali',
    email: 'nadia.benali@example.com',
    share: 0.9,
    greeting: 'Bonjour,',
    closing: 'Merci d’avance,\nNadia',
  },
  {
    name: 'Connor Walsh',
    email: 'connor.walsh@example.com',
    phone: '+353 1 555 0215',
    share: 0.8,
    greeting: 'Hi folks,',
    closing: 'Connor',
  },
  {
    name: 'Mei Lin Chua',
    email: 'meilin.chua@example.com',
    share: 0.7,
    greeting: 'Hello support,',
    closing: 'Best, Mei Lin',
  },
  {
    name: 'Tobias Keller',
    email: 'tobias.keller@example.com',
    phone: '+41 44 555 0217',
    share: 1,
    greeting: 'Hello,',
    closing: 'Kind regards from Zürich\nT. Keller',
  },
  {
    name: 'Zanele Dlamini',
    email: 'zanele.dlamini@example.com',
    share: 0.6,
    greeting: 'Good afternoon,',
    closing: 'Zanele Dlamini',
  },
  { name: 'Igor Petrenko', email: 'igor.petrenko@example.com', share: 0.5, greeting: '', closing: 'Igor' },
  {
    name: 'Camille Roux',
    email: 'camille.roux@example.com',
    share: 0.5,
    greeting: 'Hello!',
    closing: 'Have a good day,\nCamille',
  },
  {
    name: 'Grace Wanjiru',
    email: 'grace.wanjiru@example.com',
    phone: '+254 20 555 0221',
    share: 0.7,
    greeting: 'Hello team,',
    closing: 'Asante sana,\nGrace',
  },
  {
    name: 'Pieter de Vries',
    email: 'pieter.devries@example.com',
    share: 0.5,
    greeting: 'Hi,',
    closing: 'Pieter de Vries',
  },
]
