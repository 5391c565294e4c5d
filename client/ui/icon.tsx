// Draws the application's icons.
const PATHS = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  board: 'M4 5h4.5v14H4zM9.75 5h4.5v9h-4.5zM15.5 5H20v11.5h-4.5z',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4',
  form: 'M12 20h8M4 20l1-4.5L16.2 4.3a1.8 1.8 0 0 1 2.6 0l.9.9a1.8 1.8 0 0 1 0 2.6L8.5 19z',
  page: 'M6 3.5h8.5L18.5 7.5v13H6zM14 3.5V8h4.5M9 12h6.5M9 15.5h6.5',
  people:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11zM3 19.5c.4-3.3 2.7-5.2 6-5.2s5.6 1.9 6 5.2M15.5 5a3.2 3.2 0 0 1 0 6M17.5 14.7c2 .7 3.2 2.4 3.5 4.8',
  person: 'M12 11.5a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4zM5 20c.4-3.7 3-5.7 7-5.7s6.6 2 7 5.7',
  inbox: 'M4 13.5 6.5 5h11L20 13.5V19H4zM4 13.5h4.5l1.2 2.3h4.6l1.2-2.3H20',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3 20 20',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M2.5 12h2M19.5 12h2M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4',
  moon: 'M20 14.2A8.3 8.3 0 0 1 9.8 4 8.3 8.3 0 1 0 20 14.2z',
  about: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5.5M12 7.5v.5',
  question:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM9.6 9.6a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.2 1-1.2 1.9M12 16.4v.3',
  chevron: 'M9 5.5 15.5 12 9 18.5',
  left: 'M15 5.5 8.5 12 15 18.5',
  down: 'M5.5 9 12 15.5 18.5 9',
  up: 'M5.5 15 12 8.5l6.5 6.5',
  sort: 'M8 9.5 12 5l4 4.5M8 14.5 12 19l4-4.5',
  check: 'M5 12.5 10 17.5 19.5 7',
  plus: 'M12 5v14M5 12h14',
  trash: 'M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5 7.5 20h9l1-13.5M10 10.5v5.5M14 10.5v5.5',
  edit: 'M4 20l1-4.5L16.2 4.3a1.8 1.8 0 0 1 2.6 0l.9.9a1.8 1.8 0 0 1 0 2.6L8.5 19z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  back: 'M10.5 5.5 4 12l6.5 6.5M4.5 12H20',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7v5.3l3.3 2',
  file: 'M6 3.5h8.5L18.5 7.5v13H6zM14 3.5V8h4.5',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.3',
  compass: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM15.5 8.5l-2 5-5 2 2-5z',
  passkey: 'M7.5 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 12h9.5v4M17 12v3.2',
  leave: 'M10 4H5v16h5M14 8l4.5 4L14 16M18 12H9.5',
  team: 'M12 9.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM6 20.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM18 20.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM12 9.5v3M12 12.5l-4.3 3M12 12.5l4.3 3',
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  copy: 'M9 9h10.5v11H9zM5 15V4.5h10',
  print: 'M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z',
  bold: 'M7 5h6a3.3 3.3 0 0 1 0 6.7H7zM7 11.7h7a3.6 3.6 0 0 1 0 7.3H7z',
  italic: 'M10 5h8M6 19h8M14.5 5l-5 14',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.5l1.5-.5v5M4 14.2c.3-1 2.5-1 2.4.4-.1 1-2.4 2.2-2.4 3.4h2.6',
  quote: 'M5 17c2.5-1 3.5-3 3.5-6H5V6.5h5V11M14 17c2.5-1 3.5-3 3.5-6H14V6.5h5V11',
  code: 'M8.5 7 3.5 12l5 5M15.5 7l5 5-5 5',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
