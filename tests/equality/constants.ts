// Declares what random expressions know beside fields: constants, lookups and a calendar, as point 9 writes them.

export const CONSTANTS = (zone: string, language: string): string => `| name | value |
|---|---|
| time zone | ${zone} |
| language | ${language} |
| requests | 10,000,000 per minute |
| sign-in attempts | 10,000,000 per minute |
| most | 3 |
| grace | 168 hours |
| vat | 0.19 |

### Lookup urgency

| level | low | normal | high |
|---|---|---|---|
| low | low | normal | high |
| normal | low | | high |

### Lookup fee

| level | low | normal | high |
|---|---|---|---|
| low | 0.50 | | 12.25 |
| high | | 1.00 | 3.00 |

### Lookup label

| level | low | high |
|---|---|---|
| low | o'x | a b |
| high | ab | ß |

### Calendar office

| day | from | to |
|---|---|---|
| Monday | 09:00 | 12:00 |
| Monday | 13:00 | 17:00 |
| Tuesday to Thursday | 09:00 | 17:00 |
| Friday | 09:00 | 14:00 |
| Sunday | 00:00 | 06:00 |

| holiday | date |
|---|---|
| One | 2026-11-23 |
| Another | 2026-01-01 |`
