import { clockText, labelText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { dayBeside } from '#domain/doses/open-day.ts'
import { t } from '#domain/language/translate.ts'
import { formatLongWeekday, formatMonthDay, formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { greetingOf, HOME_TITLE } from '#domain/records/greeting.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { badgeText, lineText, type SlotGroup, sharedInstructions, timelineOf } from '#src/features/home/timeline.ts'

/** What the first frame shows. */
export interface FirstDay {
  user: CurrentUser
  zone: string
  date: LocalDate
  /** The instant (ms) for which the states hold. */
  now: number
  /** Today's doses and yesterday's open ones. */
  slots: SlotView[]
}

/**
 * Renders the top of the home screen without React: greeting and the day's line, in the classes of src/features/home.
 * Display only: no button that could not respond yet. The home screen replaces it a moment later, in the same place.
 */
export function drawFirstDay(first: FirstDay): HTMLElement {
  const { user, zone, date, now, slots } = first
  const { earlier, open, later } = timelineOf(slots, [], now)
  const past = earlier.flatMap((item) => (item.kind === 'slots' ? [item] : []))
  const line = (group: SlotGroup) => slot(group, lineOf(group, now, zone))
  const day = element(
    'ol',
    'day',
    ...past.map((group) => {
      const node = line(group)
      node.dataset.past = ''
      if (group.state !== 'missed') node.dataset.settled = ''
      return node
    }),
    element('li', 'now', element('span', 'now__pill', `Now, ${clockText(now, zone)}`), element('span', 'now__line')),
    ...open.map((group) => slot(group, cardOf(group, first))),
    ...later.map(line),
  )
  const title = element(
    'h2',
    '',
    'Today ',
    element('span', 'home__date', `${formatLongWeekday(date)}, ${formatMonthDay(date)}`),
  )
  const page = element(
    'div',
    'page',
    element(
      'div',
      'page__head home__head',
      element('p', 'home__hello wrap-anywhere', greetingOf(user, now, zone)),
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
          slots.length > 0 ? day : element('p', 'quiet', 'Nothing is planned for today.'),
        ),
      ),
    ),
  )
  return element('main', '', page)
}

/** Renders doses that need nothing, in one line. */
const lineOf = (group: SlotGroup, now: number, zone: string): HTMLElement =>
  element(
    'div',
    'slot__line',
    element('span', 'slot__time', timeOf(group)),
    badge(group, now, zone),
    element('span', 'slot__what', lineText(group)),
  )

/** Renders doses to be taken, without the buttons. */
function cardOf(group: SlotGroup, { date, now, zone }: FirstDay): HTMLElement {
  const shared = sharedInstructions(group.views)
  const [first] = group.views
  const day = first ? dayBeside(first.slot.date, date) : ''
  const card = element(
    'div',
    'due',
    element(
      'div',
      'due__head',
      element('h3', 'slot__time', timeOf(group)),
      element('span', 'quiet small', [day, shared].filter(Boolean).join(', ')),
      badge(group, now, zone),
    ),
    element(
      'ul',
      'due__list',
      ...group.views.map((view) =>
        element(
          'li',
          'dose',
          element(
            'div',
            'dose__link grow',
            element('span', 'dose__name', view.name),
            element('span', 'dose__how line-clamp-3', labelText(shared ? { ...view, instructions: '' } : view)),
          ),
        ),
      ),
    ),
  )
  card.dataset.state = group.state
  return card
}

function slot(group: SlotGroup, body: HTMLElement): HTMLElement {
  const node = element(
    'li',
    'slot',
    element('div', 'slot__rail', element('span', 'slot__node')),
    element('div', 'slot__body', body),
  )
  node.dataset.state = group.state
  return node
}

function badge(group: SlotGroup, now: number, zone: string): HTMLElement {
  const node = element('span', 'badge badge--word', badgeText(group, now, zone))
  node.dataset.state = group.state
  return node
}

const timeOf = ({ views: [first] }: SlotGroup): string => (first ? formatTime12(shownTime(first.slot)) : '')

function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.append(...children)
  return node
}
