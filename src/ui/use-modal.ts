import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { keepFocusBeyond, keepLostFocus } from './lost-focus.ts'
import { enterTopLayer, isHandled, isOnTop } from './top-layer.ts'

interface ModalOptions {
  dismissable: boolean
  /** Clicking the scrim closes too. Not for forms: a slip must not lose what was typed. */
  scrimCloses: boolean
  onClose: () => void
}

/**
 * Shows the native dialog while its component is mounted.
 * - On opening, the focus goes to the element marked `data-autofocus`, else to the title (`[data-dialog-title]`).
 * - On closing, it returns to where it was, or to the page's main part if that is gone or goes later.
 * - Esc is handled at keydown, because a browser honours only the first refusal of a `cancel` event (HTML, close
 *   watchers). A menu or tooltip inside sees it first and marks it as handled.
 */
export function useModal({ dismissable, scrimCloses, onClose }: ModalOptions) {
  const ref = useRef<HTMLDialogElement>(null)
  useShown(ref)
  useCloseRequests(ref, { dismissable, onClose })
  useScrim(ref, { enabled: dismissable && scrimCloses, onClose })
  return ref
}

function useShown(ref: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    const marked = dialog.querySelector<HTMLElement>('[data-autofocus]')
    const start = marked ?? dialog.querySelector<HTMLElement>('[data-dialog-title]')
    start?.focus()
    const leave = enterTopLayer(dialog)
    return () => {
      leave()
      dialog.close()
      returnFocus(before)
    }
  }, [ref])
}

/** Returns the focus. The opener may disappear in the same update, after this runs, hence the second check. */
function returnFocus(before: Element | null) {
  if (before instanceof HTMLElement && before !== document.body) {
    before.focus()
    if (document.activeElement === before) keepFocusBeyond(before)
  }
  keepLostFocus()
}

function useCloseRequests(
  ref: RefObject<HTMLDialogElement | null>,
  { dismissable, onClose }: Pick<ModalOptions, 'dismissable' | 'onClose'>,
) {
  const request = useEffectEvent(() => {
    if (dismissable) onClose()
  })
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const listening = new AbortController()
    const { signal } = listening
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isHandled(event) || !isOnTop(dialog)) return
      event.preventDefault()
      request()
    }
    // A phone's back gesture arrives as `cancel`; a file input's `cancel` bubbles up here and is not ours.
    const onCancel = (event: Event) => {
      if (event.target !== dialog) return
      event.preventDefault()
      request()
    }
    // A browser may close it despite the refusal: then it is shown again until the component unmounts. The event comes
    // late, so a dialog that is open or gone by then was closed by this code.
    const onNativeClose = (event: Event) => {
      if (event.target !== dialog || dialog.open || !dialog.isConnected) return
      dialog.showModal()
      request()
    }
    window.addEventListener('keydown', onKey, { signal })
    dialog.addEventListener('cancel', onCancel, { signal })
    dialog.addEventListener('close', onNativeClose, { signal })
    return () => listening.abort()
  }, [ref])
}

function useScrim(
  ref: RefObject<HTMLDialogElement | null>,
  { enabled, onClose }: { enabled: boolean; onClose: () => void },
) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !enabled) return
    const listening = new AbortController()
    const { signal } = listening
    // Only a press that begins and ends on the scrim counts: selecting text may end outside the panel.
    let began = false
    dialog.addEventListener('pointerdown', (event) => (began = event.target === dialog), { signal })
    dialog.addEventListener('click', (event) => began && event.target === dialog && close(), { signal })
    return () => listening.abort()
  }, [ref, enabled])
}
