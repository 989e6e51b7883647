import { t } from '#domain/language/translate.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { formatTime12, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { groupTag, noticePath } from '#domain/reminders/grouping.ts'
import { reminderTitleAbout } from '#domain/reminders/notice-person.ts'
import { COMING_UP, doseLine, reminderBody, reminderTitle } from '#domain/reminders/texts.ts'
import type { PushMessage } from '../push/message.ts'

/** A dose in a message. */
export interface Subject {
  slotId: SlotId
  name: string
  dosage: string
  date: LocalDate
  time: LocalTime
}

/** A push message without the fields of its send. */
export type Content = Omit<PushMessage, 'id' | 'user' | 'slotIds'> & {
  slotIds: SlotId[]
  /** What follows the name in the title if it is about somebody else; by default the title. */
  titleAbout?: string
}

/**
 * Returns the tag: the slot id for one dose, the planned minute for several (docs/reminders.md).
 * @param shown tags on the device: what is left of a group stays under the group's tag
 */
export function tagOf(subjects: readonly Subject[], shown: ReadonlySet<string>): string {
  const group = minuteTag(subjects)
  return subjects.length === 1 && !shown.has(group) ? (subjects[0]?.slotId ?? group) : group
}

/** Returns the tag of the minute for which these doses are planned. */
export function minuteTag([first]: readonly Subject[]): string {
  if (!first) throw new Error('a message needs a dose')
  return groupTag(first.date, first.time)
}

/**
 * Returns the content of a reminder: the text from the specification and a line for each dose. A late one says since
 * when the dose has been due (R3.4).
 */
export function reminderContent(
  subjects: readonly Subject[],
  tag: string,
  { stage, isLate }: { stage: number; isLate: boolean },
): Content {
  const slotIds = subjects.map(({ slotId }) => slotId)
  const lines = subjects.map((subject) => reminderBody(subject))
  const due = isLate && subjects[0] ? t('Was due {time}', { time: formatTime12(subjects[0].time) }) : null
  return {
    kind: 'reminder',
    ...titlesOf(subjects, stage),
    body: [...lines, ...(due === null ? [] : [due])].join('\n'),
    ...(due === null ? {} : { discreetBody: due }),
    tag,
    path: noticePath(slotIds),
    slotIds,
    silent: false,
    renotify: true,
  }
}

/**
 * Returns the content of a quiet notice before doses (R9.5). Its tag is that of their minute, and so is that of their
 * reminder, which replaces it wherever no worker runs.
 */
export function earlyContent(subjects: readonly Subject[]): Content {
  const slotIds = subjects.map(({ slotId }) => slotId)
  return {
    kind: 'early',
    title: t(COMING_UP),
    body: subjects.map((subject) => doseLine(subject)).join('\n'),
    tag: minuteTag(subjects),
    path: noticePath(slotIds),
    slotIds,
    silent: true,
    renotify: false,
  }
}

/**
 * Returns what a device that showed a reminder is sent when the doses are settled elsewhere (R3.8): a silent message
 * under the same tag, so that it replaces the reminder. Doses of the group that are still open stay in it.
 * @param loggedAt when the last of them was logged (ms)
 */
export function settledContent(
  tag: string,
  settled: readonly Subject[],
  open: readonly Subject[],
  loggedAt: number,
  zone: string,
): Content {
  const time = formatTime12(localAt(loggedAt, zone).time)
  const names = settled.map(({ name }) => name).join(', ')
  const slotIds = (open.length > 0 ? open : settled).map(({ slotId }) => slotId)
  const content =
    open.length > 0
      ? {
          kind: 'reminder' as const,
          ...titlesOf(open, 0),
          body: [
            ...open.map((subject) => reminderBody(subject)),
            t('{medicines}: logged at {time}', { medicines: names, time }),
          ].join('\n'),
        }
      : {
          kind: 'settled' as const,
          title: names,
          body: t('Logged at {time}', { time }),
          discreetBody: t('Logged at {time}', { time }),
        }
  return { ...content, tag, path: noticePath(slotIds), slotIds, silent: true, renotify: false }
}

const titlesOf = (subjects: readonly Subject[], stage: number): Pick<Content, 'title' | 'titleAbout'> => ({
  title: reminderTitle(stage),
  titleAbout: reminderTitleAbout(
    subjects.map(({ name }) => name),
    stage,
  ),
})

/** Returns the topic of a tag: at most 32 base64url characters (RFC 8030). */
export const topicOf = (tag: string): string => tag.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 32)
