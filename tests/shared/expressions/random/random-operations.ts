// Random operators and functions that give a value of one kind, conditions aside.
import { writeLabels } from './random-lists.ts'
import type { Kind } from './random-model.ts'
import { KINDS } from './random-model.ts'
import { writeTemplate } from './random-templates.ts'
import type { Form, Variables, Writer } from './writer.ts'
import { oneOf } from './writer.ts'

const PARTS = ['getFullYear', 'getMonth', 'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getHours']
const SMALL_PARTS = ['getMinutes', 'getSeconds', 'getMilliseconds']

export function operationsOf(writer: Writer, kind: Kind, depth: number, variables: Variables): readonly Form[] {
  const { pick } = writer
  const of = (other: Kind): string => writer.value(other, depth, variables)
  const unit = (): string => oneOf(['"day"', '"week"', '"month"', '"quarter"', '"year"'], pick)
  const span = (): string => oneOf(['"minute"', '"hour"', '"day"', '"week"', '"month"', '"year"'], pick)
  const sign = (signs: string): string => signs.charAt(pick(signs.length))
  const place = (): string => oneOf(['.lat', '.lon', '["lat"]'], pick)
  const withPlace = writer.entities.filter((entity) => writer.model.fields[entity]?.['place'])
  switch (kind) {
    case 'boolean':
      return []
    case 'text':
      return [
        () => `lookup.label[${of('level')}][${of('level')}]`,
        () => `(${of('text')} + ${of('text')})`,
        () => writeTemplate(writer, depth, variables),
        () => writeTemplate(writer, depth, variables),
        () => `(${of('level')} + ${of('text')})`,
        () => `${oneOf(['lower', 'upper', 'trim', 'slug', 'domain_of'], pick)}(${of('text')})`,
        () => `text(${of(oneOf(KINDS, pick))})`,
        () => `${writeLabels(writer)}[${of('integer')}]`,
        () => `domain_of(${of('text')} + "@" + ${of('text')})`,
        () => `part(${of('text')}, ${of('integer')}, ${of('integer')})`,
        () => `part(${of('text')}, ${pick(4)})`,
        () => `replace(${of('text')}, "${oneOf(['a|ab', '[a-z]+', '\\\\bx?\\\\w', '.', 'é?l'], pick)}", ${of('text')})`,
        () => `join([${of('text')}, ${of('text')}, ${of('level')}], ", ")`,
        () =>
          writer.bind(oneOf(writer.entities, pick), variables, (name, inner) => {
            const entity = inner.at(-1)?.entity ?? ''
            return `join(${writer.set(entity, depth, variables)}.map(${name}, ${writer.value('text', depth, inner)}), "; ")`
          }),
        () => `${oneOf(['min', 'max'], pick)}(${of('text')}, ${of('text')})`,
      ]
    case 'level':
      return [
        () => `lookup.urgency[${of('level')}][${of(pick(2) ? 'level' : 'boolean')}]`,
        () => `${oneOf(['min', 'max'], pick)}(${of('level')}, ${of('level')})`,
      ]
    case 'integer':
      return [
        () => `(${of('integer')} ${sign('+-*%')} ${of('integer')})`,
        () => `div(${of('integer')}, ${of('integer')})`,
        () => `div(${of('decimal')}, ${of(pick(2) ? 'decimal' : 'integer')})`,
        () => `-(${of('integer')})`,
        // Not a written key: those are looked at when the expression is read.
        () => `lookup.points[${pick(2) ? `trim(${of('text')})` : `(${of('integer')} + 0)`}][${of('level')}]`,
        () => `size(${of('text')})`,
        () => `round(${of('decimal')})`,
        () => `round(${of('number')})`,
        () => `(${of('date')} - ${of('date')})`,
        () => `days_between(${of('date')}, ${of('date')})`,
        () => `years_between(${of('date')}, ${of('date')})`,
        () => `${oneOf(['year', 'month', 'day'], pick)}(${of(pick(2) ? 'date' : 'timestamp')})`,
        () => `${oneOf(['floor', 'ceil'], pick)}(${of(oneOf(['number', 'decimal', 'integer'], pick))})`,
        () => `abs(${of('integer')})`,
        () => `${oneOf(['min', 'max'], pick)}(${of('integer')}, ${of('integer')}, ${of('integer')})`,
        () => `${writer.list(depth, variables)}.count()`,
        () => `int(${of(oneOf(['number', 'integer', 'decimal', 'text', 'timestamp'], pick))})`,
        () => `int(text(${of('integer')}))`,
        () =>
          `${of('timestamp')}.${oneOf([...PARTS, ...SMALL_PARTS], pick)}(${oneOf(['', '"Europe/Berlin"', '"America/St_Johns"', '"nowhere"'], pick)})`,
        () => `${of('date')}.${oneOf(PARTS, pick)}()`,
        () => `${of('duration')}.${oneOf(['getHours', ...SMALL_PARTS], pick)}()`,
      ]
    case 'number':
      return [
        () => `(${of('number')} ${sign('+-*/')} ${of('number')})`,
        () => `(${of('number')} ${sign('+-*/')} ${of('integer')})`,
        () => `(${of('decimal')} * ${of('number')})`,
        () => `hours_between(${of('timestamp')}, ${of('timestamp')})`,
        () => `days_between(${of('timestamp')}, ${of('timestamp')})`,
        () => `(${of('duration')} / ${of('duration')})`,
        () => `abs(${of('number')})`,
        () => `${oneOf(['min', 'max'], pick)}(${of('number')}, ${of(pick(2) ? 'number' : 'integer')})`,
        () => `double(${of(oneOf(['number', 'integer', 'text'], pick))})`,
        () => `double(text(${of(oneOf(['number', 'decimal'], pick))}))`,
        () =>
          writer.bind(oneOf(writer.entities, pick), variables, (name, inner) => {
            const entity = inner.at(-1)?.entity ?? ''
            return `${writer.set(entity, depth, variables)}.avg(${name}, ${writer.value('integer', depth, inner)})`
          }),
        ...withPlace.map(
          (entity): Form =>
            () =>
              `${writer.record(entity, depth, variables)}.place${place()}`,
        ),
      ]
    case 'decimal':
      return [
        () => `(${of('decimal')} ${sign('+-*/')} ${of('decimal')})`,
        () => `(${of('integer')} / ${of('integer')})`,
        () => `(${of('integer')} ${sign('+-*/')} ${of('decimal')})`,
        () => `-(${of('decimal')})`,
        () => `lookup.fee[${of('level')}][${of('level')}]`,
        () => `round(${of('decimal')}, ${pick(4)})`,
        () => `round(${of('number')}, 2)`,
        () => `abs(${of('decimal')})`,
        () => `${oneOf(['min', 'max'], pick)}(${of('decimal')}, ${of(pick(2) ? 'decimal' : 'integer')})`,
      ]
    case 'date':
      return [
        () => `(${of('date')} ${sign('+-')} ${of('integer')})`,
        () => `(${of('date')} ${sign('+-')} ${of('duration')})`,
        () => `date_of(${of('timestamp')})`,
        () => `start_of(${unit()}, ${of('date')})`,
        () => `later(${of('date')}, ${of('integer')}, ${unit()})`,
        () => `later(${of('date')}, ${of('integer')} % 500, "working day", calendar.office)`,
        () => `${oneOf(['min', 'max'], pick)}(${of('date')}, ${of('date')})`,
        () => `date(trim(${of('text')}))`,
        () => `date(text(${of('date')}))`,
        () => 'today',
      ]
    case 'time':
      return [() => `time_of(${of('timestamp')})`]
    case 'timestamp':
      return [
        () => `(${of('timestamp')} ${sign('+-')} ${of('duration')})`,
        () => `start_of(${span()}, ${of('timestamp')})`,
        () => `moment(${of('date')}, ${of('time')})`,
        () => `next_open(${of('timestamp')}, calendar.office)`,
        () => `later(${of('timestamp')}, ${of('integer')} % 500, "working day", calendar.office)`,
        () => `later(${of('timestamp')}, ${of('integer')}, ${span()})`,
        () =>
          `moment(text(${of('date')}) + "T" + text(${of('time')}) + ${oneOf(['""', '"Z"', '"+05:30"', '":59.1239-00:45"'], pick)})`,
        () => 'now',
      ]
    case 'duration':
      return [
        () => `(${of('timestamp')} - ${of('timestamp')})`,
        () => `working_time(${of('timestamp')}, ${of('timestamp')}, calendar.office)`,
        () => `hours(working_days(${of('date')}, ${of('date')}, calendar.office))`,
        () => `lookup.time[${of('level')}][${of('boolean')}]`,
        () => `(${of('duration')} ${sign('+-')} ${of('duration')})`,
        () => `(${of('duration')} ${sign('*/')} ${of('integer')})`,
        () => `(${of('duration')} * ${of('decimal')})`,
        () => `abs(${of('duration')})`,
        () => `${oneOf(['days', 'hours', 'minutes'], pick)}(${of(oneOf(['integer', 'number', 'decimal'], pick))})`,
        () => `duration(text(${of(oneOf(['duration', 'integer'], pick))}) + ${oneOf(['""', '"s"', '".5h30m"'], pick)})`,
      ]
  }
}
