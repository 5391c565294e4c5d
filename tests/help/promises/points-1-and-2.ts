// Lists what the reference promises of points 1 and 2.
import type { Promises } from './promise.ts'

const SEEN = 'journeys/screens-of-a-document.test.ts'

export const POINTS_1_AND_2: Promises = {
  'Point 1: what the product does and for whom': [
    [
      'the logo is served',
      'server/web/pages.test.ts',
      'the logo that the document names is served from its folder: as an image, and nothing else',
    ],
    [
      'shades of the accent can be read',
      'client/frame/accent.test.ts',
      'an accent of %s can be read wherever it stands, light and dark',
    ],
  ],
  'Point 2: screens and routes': [
    [
      'what no row names answers 404, with the prose of /404',
      SEEN,
      'a page for anyone is read without signing in, and what is not there has the document’s own page',
    ],
    [
      'a fixed segment wins over a parameter',
      'shared/decisions/2-screens.test.ts',
      'a fixed segment wins over a parameter',
    ],
    [
      'the menu has what one may open; parameters and forms are in none',
      SEEN,
      'the menu has what one may open, without parameters and forms that a list has; headings come last',
    ],
    [
      'a form without a list is an entry',
      'shared/decisions/2-screens.test.ts',
      'a form is an entry of the menu only where no list has its button',
    ],
    ['a screen is for its roles', 'server/web/pages.test.ts', 'of a screen is there only for its roles'],
    [
      'a screen for who may not read it is warned of',
      'shared/checks/run-checks.test.ts',
      'a screen for those who may not read what it shows',
    ],
    [
      'a record by a unique field of the route',
      SEEN,
      'a record is found by the unique field of its route, with its sections, and lists beside',
    ],
    [
      'dragging a card is a transition',
      'journeys/board.test.ts',
      'drags a new ticket to Open: that is the transition "take"',
    ],
    [
      'a drag that two transitions could mean asks which',
      'client/screens/board-moves.test.ts',
      'of two transitions that lead there the person chooses; what is refused says why',
    ],
    ['a board has a column for each state', SEEN, 'a board has a column for each state'],
    ['a calendar goes by a span', SEEN, 'a calendar shows what lasts, in weeks that begin as point 9 says'],
    [
      'a form has its fields',
      SEEN,
      'a form has its prose and its fields in their order, and is the button of the list',
    ],
  ],
  'Settings of screens': [
    [
      'columns, where, sort, filters, search, per page, prose',
      SEEN,
      'a list has its prose, its columns, its condition, its order, its filters, and no search where there is none',
    ],
    ['columns may be paths', 'client/data/records/list-columns.test.ts', 'may walk a relation, which then comes along'],
    ['empty', SEEN, 'an empty list says what the document says, at a fixed path beside a parameter'],
    [
      'the condition of a screen is one of the language',
      'server/records/filter-policy.test.ts',
      'may be the condition of a screen as it is written',
    ],
    [
      'sections by dashes or bullets',
      'shared/points/2-screens/read-screens.test.ts',
      'sections of fields are divided by dashes or nested bullets',
    ],
    ['group', SEEN, 'rows stand in groups where the document says so, until the person chooses otherwise'],
    [
      'menu',
      'client/frame/menu-groups.test.ts',
      'screens without a heading come first, the others below theirs, in the order of the document',
    ],
    [
      'numbers add up where they do',
      'client/data/records/column-totals.test.ts',
      'numbers that a tile adds up, or makes an average of, have that below their column',
    ],
    ['a year does not', 'client/data/records/column-totals.test.ts', 'a year is a number that nothing adds up'],
    [
      'what is overdue is red',
      'client/data/overdue/is-overdue.test.ts',
      'a due field that is past is overdue as long as its record is open',
    ],
  ],
  Views: [
    [
      'the condition is added, the order replaced, the first one open',
      SEEN,
      'the first view that one may see is open: its condition is added, its order takes the place of the screen’s',
    ],
    [
      'people save views of their own',
      'server/api/lists/views.test.ts',
      'a view is its person’s own, and goes when they delete it',
    ],
    [
      'or for a role',
      'server/api/lists/views.test.ts',
      'a shared view is seen by those who hold the role, and deleted by its owner or an administrator',
    ],
  ],
  Dashboards: [
    ['tiles show what they count', SEEN, 'a dashboard has its tiles: numbers, sums, shares, groups, records and links'],
    [
      'clauses in any order',
      'shared/points/2-screens/read-screens.test.ts',
      'tiles take their clauses in any order, and may be links',
    ],
    [
      'a second field divides each group',
      'client/screens/dashboard.test.ts',
      'divide every group in the same parts, in the order of the document; only what adds up has a total',
    ],
    [
      'a share of nothing is none',
      'client/screens/dashboard.test.ts',
      'make a share of two counts, and none of nothing',
    ],
    [
      'numbers are of what one may read',
      'server/api/lists/lists.test.ts',
      'sums and groups count what the reader may read',
    ],
  ],
  Periods: [
    ['as many days before', 'client/screens/dashboard.test.ts', 'ends today, and is compared with as many days before'],
    [
      'which change is good news',
      'client/screens/dashboard.test.ts',
      'shows a change by its sign, and as good news only where the document says which is',
    ],
    [
      'people choose it',
      'journeys/dashboard.test.ts',
      'chooses a period, which the address keeps, and reads what has changed since the one before',
    ],
  ],
  'Other lists': [
    ['a calendar moves what is dragged', 'journeys/calendar.test.ts', 'drags a ticket to another day'],
    [
      'what is not run is noted and listed',
      'help/edges.test.ts',
      'all that is noted as not run is listed, and all that is listed is',
    ],
  ],
  'Standard pages': [
    ['"/" is the first screen that one may see', SEEN, '"/" is the first screen that one may see'],
    ['those who are signed in have theirs', 'server/web/pages.test.ts', '%s is there for those who are signed in'],
    ['the studio', 'server/web/pages.test.ts', '/studio is there for those who may read the document'],
    [
      'they win over a parameter',
      'shared/decisions/2-screens.test.ts',
      'a standard page wins over a parameter in its place',
    ],
  ],
}
