import { amountText, stateText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { CONFLICT_LABELS, slotConflict } from '#domain/doses/slot-conflict.ts'
import { settles } from '#domain/doses/slot-outcome.ts'
import { type DoseState, isOpen, isSettled } from '#domain/doses/slot-state.ts'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { msOf } from '#domain/lib/instant.ts'
import { inRow } from '#domain/lib/text.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'

/** Doses of one planned time in one state; a snoozed group has the same end. */
export interface SlotGroup {
  kind: 'slots'
  key: string
  /** The planned instant (ms). */
  at: number
  state: DoseState
  views: SlotView[]
}

/** A dose outside the plan. */
export interface ExtraItem {
  kind: 'extra'
  key: string
  at: number
  event: DoseEvent
}

export type TimelineItem = SlotGroup | ExtraItem

export interface Timeline {
  /** Before now: settled, missed, extra. */
  earlier: TimelineItem[]
  /** What needs the user: due, then late, then snoozed, newest first. */
  open: SlotGroup[]
  /** After now, including what was settled ahead of its time. */
  later: SlotGroup[]
}

const OPEN_ORDER: readonly DoseState[] = ['due', 'late', 'snoozed']

/**
 * Returns the day's timeline. Doses of one time stay together while they share a state: those taken one by one from a
 * card move up into their own line, and the card keeps the rest.
 */
export function timelineOf(slots: readonly SlotView[], extras: readonly DoseEvent[], now: number): Timeline {
  const groups = groupsOf(slots)
  const isEarlier = (group: SlotGroup) => group.state === 'missed' || (isSettled(group.state) && group.at <= now)
  const earlier: TimelineItem[] = [
    ...groups.filter(isEarlier),
    ...extras.map((event) => ({ kind: 'extra' as const, key: event.id, at: msOf(event.at), event })),
  ]
  return {
    earlier: earlier.sort((a, b) => a.at - b.at),
    open: groups
      .filter((group) => isOpen(group.state))
      .sort((a, b) => OPEN_ORDER.indexOf(a.state) - OPEN_ORDER.indexOf(b.state) || b.at - a.at),
    later: groups.filter((group) => !isOpen(group.state) && !isEarlier(group)),
  }
}

function groupsOf(slots: readonly SlotView[]): SlotGroup[] {
  const groups = Map.groupBy(slots, keyOf)
  return [...groups].flatMap(([key, views]) => {
    const first = views[0]
    return first ? [{ kind: 'slots' as const, key, at: first.slot.at, state: first.state, views }] : []
  })
}

const keyOf = ({ slot, state, ringStart }: SlotView): string =>
  [
    slot.date,
    shownTime(slot),
    slot.movedTo ? slot.time : '',
    slot.at,
    state,
    state === 'snoozed' ? ringStart : '',
  ].join('|')

const isFolded = (item: TimelineItem): boolean => item.kind === 'extra' || isSettled(item.state)

/**
 * Returns what "Earlier today" folds away: `4 taken, 1 skipped`, and `1 question` if several devices logged a dose;
 * null if there is nothing to fold. Missed doses never fold.
 */
export function foldWords(earlier: readonly TimelineItem[]): string | null {
  const folded = earlier.filter(isFolded)
  if (folded.length === 0) return null
  const count = (state: DoseState) =>
    folded.reduce((sum, item) => sum + (item.kind === 'slots' && item.state === state ? item.views.length : 0), 0)
  const views = folded.flatMap((item) => (item.kind === 'slots' ? item.views : []))
  const questions = new Set(views.flatMap((view) => slotConflict(view.events)?.slotId ?? [])).size
  const extras = folded.filter((item) => item.kind === 'extra').length
  const [taken, skipped] = [count('taken') + extras, count('skipped')]
  return inRow([
    taken > 0 && t('{count} taken', { count: taken }),
    skipped > 0 && t('{count} skipped', { count: skipped }),
    questions > 0 && t('{count, plural, one {# question} other {# questions}}', { count: questions }),
  ])
}

/** Returns the moment if all doses share it, else only the state. */
export function badgeText({ views, state }: SlotGroup, now: number, zone: string): string {
  const words = new Set(views.map((view) => stateText(view, now, zone)))
  const [only = ''] = words
  return words.size === 1 ? only : state === 'taken' ? t('Taken') : t('Skipped')
}

/**
 * Returns the text of a line of doses that need nothing: their names, and for a single one everything there is to know
 * about it.
 * @param mayLog whether who reads it may log doses of the person
 */
export function lineText({ views, state }: SlotGroup, mayLog: boolean): string {
  const names = inRow(views.map((view) => view.name))
  if (state === 'missed' && mayLog) return t('{medicines}. Not logged; if you took it, say so.', { medicines: names })
  const outcome = views.length === 1 ? views[0]?.outcome : undefined
  const event = outcome && settles(outcome) ? outcome.event : null
  const note = event?.note
  const conflict = views.length === 1 && views[0] ? slotConflict(views[0].events) : null
  const taken = inRow([names, event && amountText(event)])
  return inSentences([taken, conflict && t(CONFLICT_LABELS[conflict.kind]), note && t('“{note}”', { note })])
}

/**
 * Returns the instructions that all doses of a card share ("with dinner"); empty if they differ or do not fit into its
 * head.
 */
export function sharedInstructions(views: readonly Pick<SlotView, 'instructions'>[]): string {
  const first = views[0]?.instructions.trim() ?? ''
  const shared = first.length <= 24 && views.every(({ instructions }) => instructions.trim() === first)
  return shared ? first : ''
}
