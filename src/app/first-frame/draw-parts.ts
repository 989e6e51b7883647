import { roleAllows } from '#domain/access/roles.ts'
import { labelText } from '#domain/doses/dose-text.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { dayBeside } from '#domain/doses/open-day.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { badgeText, lineText, type SlotGroup, sharedInstructions } from '#src/features/home/timeline.ts'

/** When (ms) and where. */
interface Moment {
  now: number
  zone: string
}

/** Renders doses that need nothing, in one line. */
export function lineOf(group: SlotGroup, { now, zone, person }: Moment & { person: ListedPerson | null }): HTMLElement {
  const mayLog = person === null || roleAllows(person.role, 'log')
  return element(
    'div',
    'slot__line',
    element('span', 'slot__time', timeOf(group)),
    badge(group, now, zone),
    element('span', 'slot__what', lineText(group, mayLog)),
  )
}

/** Renders doses to be taken, without the buttons. */
export function cardOf(group: SlotGroup, { date, now, zone }: Moment & { date: LocalDate }): HTMLElement {
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
      element('span', 'quiet small', inRow([day, shared])),
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

/** Renders one node of the rail and its content. */
export function slot(group: SlotGroup, body: HTMLElement): HTMLElement {
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

/** Returns a new element with these children. */
export function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const node = document.createElement(tag)
  if (className) node.className = className
  node.append(...children)
  return node
}
