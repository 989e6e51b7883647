import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissToast, TOAST_REMOVE_DELAY_MS, toast, useToastStore } from './toast-store.ts'

const state = () => useToastStore.getState()

beforeEach(() => {
  vi.useFakeTimers()
  useToastStore.setState({ current: null, open: false })
})
afterEach(() => vi.useRealTimers())

describe('toasts', () => {
  test('there is one at a time: a newer one takes the place of the older', () => {
    toast({ title: 'Success' })
    toast({ title: '3 doses taken at 6:04 PM' })
    expect(state().current?.title).toBe('3 doses taken at 6:04 PM')
    expect(state().open).toBe(true)
  })

  test('one without an action stands for 5000 ms', () => {
    toast({ title: 'Success' })
    expect(state().current?.duration).toBe(5000)
  })

  test('one with an action stays until it is dismissed', () => {
    toast({ title: 'Taken', action: { label: 'Undo', run: () => {} } })
    expect(state().current?.duration).toBe(Number.POSITIVE_INFINITY)
  })

  test('a given duration is kept, with an action too', () => {
    toast({ title: 'Taken', duration: 8000, action: { label: 'Undo', run: () => {} } })
    expect(state().current?.duration).toBe(8000)
  })

  test('a dismissed one leaves at once and is forgotten after 1,000,000 ms', () => {
    toast({ title: 'Success' })
    dismissToast()
    expect(state().open).toBe(false)
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS - 1)
    expect(state().current?.title).toBe('Success')
    vi.advanceTimersByTime(1)
    expect(state().current).toBeNull()
  })

  test('the removal of an old one does not take away the one that followed', () => {
    toast({ title: 'old' })
    dismissToast()
    toast({ title: 'new' })
    vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS)
    expect(state()).toMatchObject({ current: { title: 'new' }, open: true })
  })

  test('dismissing by an id leaves a newer one alone', () => {
    const old = toast({ title: 'old' })
    toast({ title: 'new' })
    dismissToast(old)
    expect(state()).toMatchObject({ current: { title: 'new' }, open: true })
  })
})
