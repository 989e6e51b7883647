import { useSyncExternalStore } from 'react'

/**
 * The modal dialogs that are open, the newest last. Everything outside a modal dialog is inert (HTML, "modal dialogs and inert
 * subtrees"): a toast, a menu or a live region there can neither be pressed nor heard. What floats therefore lives inside the newest one.
 */
let layers: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLElement[]) {
  layers = next
  document.documentElement.classList.toggle('is-locked', layers.length > 0)
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
  return useSyncExternalStore(subscribe, () => layers.at(-1) ?? null)
}
