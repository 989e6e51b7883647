import { clockText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { formatLongDay } from '#domain/lib/calendar-names.ts'
import { HOME_TITLE, helloOf } from '#domain/records/greeting.ts'
import { type SlotGroup, timelineOf } from '#src/features/home/timeline.ts'
import { cardOf, element, lineOf, slot } from './draw-parts.ts'
import type { FirstDay } from './read-day.ts'

/** Renders the top of the home screen of one person: greeting and the day's line, in the classes of src/features/home. */
export function drawDay(first: FirstDay): HTMLElement {
  const { user, person, zone, date, now, slots } = first
  const { earlier, open, later } = timelineOf(slots, [], now)
  const past = earlier.flatMap((item) => (item.kind === 'slots' ? [item] : []))
  const line = (group: SlotGroup) => slot(group, lineOf(group, first))
  const day = element(
    'ol',
    'day',
    ...past.map((group) => {
      const node = line(group)
      node.dataset.past = ''
      if (group.state !== 'missed') node.dataset.settled = ''
      return node
    }),
    element(
      'li',
      'now',
      element('span', 'now__pill', t('Now, {time}', { time: clockText(now, zone) })),
      element('span', 'now__line'),
    ),
    ...open.map((group) => slot(group, cardOf(group, first))),
    ...later.map(line),
  )
  const title = element('h2', '', `${t('Today')} `, element('span', 'home__date', formatLongDay(date)))
  const page = element(
    'div',
    'page',
    element(
      'div',
      'page__head home__head',
      element('p', 'home__hello wrap-anywhere', helloOf(user, person?.isSelf ? null : person, now, zone)),
      element('h1', 'home__title', t(HOME_TITLE)),
    ),
    element(
      'div',
      'columns home__today',
      element(
        'div',
        'home__main',
        element(
          'section',
          'home__day',
          element('div', 'section__head home__dayhead', title),
          slots.length > 0 ? day : element('p', 'quiet', t('Nothing is planned for today.')),
        ),
      ),
    ),
  )
  return element('main', '', page)
}
