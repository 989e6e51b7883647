import { useSyncExternalStore } from 'react'

/**
 * The open modal dialogs, newest last. Everything outside a modal dialog is inert (HTML, "modal dialogs and inert
 * subtrees"): a toast, a menu or a live region there can be neither pressed nor heard. Floating elements therefore go
 * inside the newest one.
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

/** Puts a newly shown dialog on top; the page behind stops scrolling. Returns a function that removes it again. */
export function enterTopLayer(dialog: HTMLElement): () => void {
  change([...layers, dialog])
  return () => change(layers.filter((layer) => layer !== dialog))
}

/** Returns the newest modal dialog; null if none is open. */
export const newestLayer = (): HTMLElement | null => layers.at(-1) ?? null

/** Returns whether this dialog is the newest one. */
export const isOnTop = (dialog: HTMLElement): boolean => layers.at(-1) === dialog

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the element for floating elements: the newest modal dialog, or null for the page's body. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(subscribe, newestLayer, newestLayer)
}

const passedOn = new WeakSet<Event>()

/** Ignores a key and leaves it to the dialog. For floating elements above a dialog, which see its keys first. */
export function passToDialog(event: Event): void {
  passedOn.add(event)
  event.preventDefault()
}

/** Returns whether something above the dialog has handled the key. */
export const isHandled = (event: Event): boolean => event.defaultPrevented && !passedOn.has(event)
