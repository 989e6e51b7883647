import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import { initialOf, type ListedPerson, nameOnScreen } from '#domain/records/person.ts'
import { personToday } from '#src/features/home/everyone-day.ts'
import { cardOf, element, lineOf, slot } from './draw-parts.ts'
import type { FirstDay } from './read-day.ts'

/** Renders everyone’s day, in the classes of src/features/home/EveryonePage.tsx. */
export function drawEveryone(days: readonly FirstDay[]): HTMLElement {
  const [own] = days
  const page = element(
    'div',
    'page page--narrow',
    element('div', 'page__head', element('h1', '', t('Everyone today')), element('p', 'quiet', own ? dateOf(own) : '')),
    element('div', 'stack', ...days.flatMap((day) => (day.person ? [cardOfPerson(day, day.person)] : []))),
  )
  return element('main', '', page)
}

const dateOf = ({ date }: FirstDay): string => formatLongDay(date)

function cardOfPerson(day: FirstDay, person: ListedPerson): HTMLElement {
  const { count, open, next } = personToday(day.slots, day.date, day.now)
  const mark = element('span', 'person-mark person-mark--lg', initialOf(person.name))
  mark.dataset.colour = person.colour
  const slots = [
    ...open.map((group) => slot(group, cardOf(group, day))),
    ...(next ? [slot(next, lineOf(next, day))] : []),
  ]
  return element(
    'section',
    'card everyone',
    element('div', 'everyone__head', mark, element('h2', 'wrap-anywhere', nameOnScreen(person))),
    element('p', 'quiet small', count),
    ...(slots.length > 0 ? [element('ol', 'day', ...slots)] : []),
  )
}
