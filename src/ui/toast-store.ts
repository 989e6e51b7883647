import { create } from 'zustand'

/** Specification, §8: how long a toast is shown, and how long a dismissed one is kept. */
export const TOAST_DURATION_MS = 5000
export const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastInput {
  title: string
  description?: string | undefined
  tone?: 'default' | 'destructive' | undefined
  /** One button; with it the toast stays until it is used or dismissed. */
  action?: { label: string; run: () => void } | undefined
  /** Milliseconds; `Infinity` stays. */
  duration?: number | undefined
}

export interface Toast extends ToastInput {
  id: number
  duration: number
}

interface ToastState {
  current: Toast | null
  /** False while a dismissed toast animates out. */
  open: boolean
  /** Where a page wants its toasts: in its flow, with words on every button, until they are dismissed. */
  place: HTMLElement | null
}

/** At most one toast: a newer one replaces the older. */
export const useToastStore = create<ToastState>(() => ({ current: null, open: false, place: null }))

let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

/** Shows a toast in place of the current one. Returns its id. */
export function toast(input: ToastInput): number {
  clearTimeout(removal)
  lastId += 1
  const duration = input.duration ?? (input.action ? Number.POSITIVE_INFINITY : TOAST_DURATION_MS)
  useToastStore.setState({ current: { ...input, id: lastId, duration }, open: true })
  return lastId
}

/** Dismisses the toast: the one with this id if it is still shown, or, without an id, any. */
export function dismissToast(id?: number): void {
  const { current, open } = useToastStore.getState()
  if (!current || !open || (id !== undefined && id !== current.id)) return
  useToastStore.setState({ open: false })
  removal = setTimeout(() => useToastStore.setState({ current: null }), TOAST_REMOVE_DELAY_MS)
}
