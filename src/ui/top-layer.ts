import { useSyncExternalStore } from 'react'

/**
 * The modal dialogs that are open, the newest last. Everything outside a modal dialog is inert (HTML, "modal dialogs
 * and inert subtrees"): a toast, a menu or a live region there can neither be pressed nor heard. What floats therefore
 * lives inside the newest one.
 */
let layers: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLElement[]) {
  const page = document.documentElement
  const locked = next.length > 0
  if (!locked) page.classList.remove('had-scrollbar')
  else if (layers.length === 0 && window.innerWidth > page.clientWidth) page.classList.add('had-scrollbar')
  page.classList.toggle('is-locked', locked)
  layers = next
  for (const listener of listeners) listener()
}

/** Puts a dialog that was just shown on top; the page behind stops scrolling. Returns what takes it away again. */
export function enterTopLayer(dialog: HTMLElement): () => void {
  change([...layers, dialog])
  return () => change(layers.filter((layer) => layer !== dialog))
}

/** Whether this dialog is the newest one. */
export const isOnTop = (dialog: HTMLElement): boolean => layers.at(-1) === dialog

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The element that holds what floats: the newest modal dialog, or null for the page's body. */
export function useTopLayer(): HTMLElement | null {
  const newest = () => layers.at(-1) ?? null
  return useSyncExternalStore(subscribe, newest, newest)
}

const passedOn = new WeakSet<Event>()

/** For what floats above a dialog and sees its keys first: refuses the key for itself and leaves it to the dialog. */
export function passToDialog(event: Event): void {
  passedOn.add(event)
  event.preventDefault()
}

/** Whether somebody above the dialog has dealt with the key. */
export const isHandled = (event: Event): boolean => event.defaultPrevented && !passedOn.has(event)
