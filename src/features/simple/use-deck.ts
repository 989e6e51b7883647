import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { asksNow, firstCard, inCardOrder, placeOf, type ShownCard } from '#domain/doses/card-order.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import type { Day } from '#src/session/reads.ts'
import type { Session } from '#src/session/session.ts'

/** One dose of somebody. */
export interface DoseCard {
  view: SlotView
  session: Session
  day: Day
}

/** Which card is shown. It outlives the page, which is another one after somebody else's dose was opened. */
const useWhere = create<{ where: { at: ShownCard | 'end'; date: LocalDate } | null }>(() => ({ where: null }))

export interface Deck {
  /** Null at the end of the day. */
  card: DoseCard | null
  back: (() => void) | null
  next: (() => void) | null
  /** Doses that are neither taken nor skipped. */
  left: number
  /** Goes to the first of them. */
  showLeft(): void
  /** A dose asks for something, and the one that is shown does not, nor does Next lead to it. */
  isWaiting: boolean
}

/** The cards of the day, and which of them is shown. */
export function useDeck(cards: readonly DoseCard[], date: LocalDate): Deck {
  const { where } = useWhere()
  // The end of a day is no place in the next one.
  const at = where && (where.at !== 'end' || where.date === date) ? where.at : null
  const shown = at === 'end' ? null : at
  const order = inCardOrder(cards, shown)
  const held = shown ? order.find(({ view }) => view.slot.id === shown.id) : undefined
  const card = at === 'end' ? null : (held ?? firstCard(order))
  const index = card ? order.indexOf(card) : order.length
  const go = (to: DoseCard | null) =>
    useWhere.setState({ where: { at: to ? { id: to.view.slot.id, place: placeOf(to.view) } : 'end', date } })

  const isLost = at === null || (shown !== null && !held)
  useEffect(() => {
    // A day without cards has no end yet: medicines may still come from another device.
    if (isLost && order.length > 0) go(card)
  })
  const asks = card !== null && asksNow(card.view.state)
  useBeginAnew(asks)
  const waiting = order.find(({ view }) => asksNow(view.state))
  return {
    card,
    back: index > 0 ? () => go(order[index - 1] ?? null) : null,
    next: card ? () => go(order[index + 1] ?? null) : null,
    left: order.filter(({ view }) => !isSettled(view.state)).length,
    showLeft: () => go(firstCard(inCardOrder(cards, null))),
    isWaiting: waiting !== undefined && !asks && waiting !== order[index + 1],
  }
}

/** Whoever comes back to the app begins with what is first, unless a dose that asks for something is on screen. */
function useBeginAnew(asks: boolean): void {
  const isBusy = useRef(asks)
  useEffect(() => {
    isBusy.current = asks
  }, [asks])
  useEffect(() => {
    const begin = () => {
      if (document.visibilityState === 'visible' && !isBusy.current) useWhere.setState({ where: null })
    }
    begin()
    document.addEventListener('visibilitychange', begin)
    return () => document.removeEventListener('visibilitychange', begin)
  }, [])
}
