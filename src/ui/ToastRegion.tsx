import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { announce } from './live-region.tsx'
import { keepLostFocus } from './lost-focus.ts'
import { dismissToast, TOAST_DURATION_MS, type Toast, useToastStore } from './toast-store.ts'
import { passToDialog, useTopLayer } from './top-layer.ts'

/** Specification, §8: swiping 50 px to the right dismisses, F8 focuses the region. */
const SWIPE_THRESHOLD_PX = 50
const HOTKEY = ['F8']

/** Holds the toast. It moves into the newest modal dialog, where it can be pressed and heard. */
export function ToastRegion() {
  const { current, open, place } = useToastStore()
  const layer = useTopLayer()
  useSpokenInDialog(open ? current : null, layer !== null)
  return (
    // Keyed by the toast: a provider that lost its toast under the pointer stays paused for good, and the next one
    // would never leave.
    <Radix.Provider
      key={current?.id}
      swipeDirection="right"
      swipeThreshold={place ? Number.POSITIVE_INFINITY : SWIPE_THRESHOLD_PX}
      duration={TOAST_DURATION_MS}
      label={t('Notification')}
    >
      {current ? <OneToast key={current.id} toast={current} open={open} isPlaced={place !== null} /> : null}
      {createPortal(
        <Radix.Viewport
          className="toaster"
          hotkey={HOTKEY}
          label={t('Notifications ({hotkey})', { hotkey: '{hotkey}' })}
        />,
        layer ?? place ?? document.body,
      )}
    </Radix.Provider>
  )
}

/** Radix speaks from the body, which is inert and silent while a modal dialog is open. */
function useSpokenInDialog(shown: Toast | null, inDialog: boolean) {
  useEffect(() => {
    if (shown && inDialog) announce(inSentences([shown.title, shown.description]))
  }, [shown, inDialog])
}

/** A pressed toast takes the focus with it, to its region, and the next toast brings a region of its own. */
function useFocusAfterPress() {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.closest('.toaster')) keepLostFocus()
    },
    [],
  )
}

/**
 * Esc dismisses the toast only from inside it: elsewhere the key belongs to the dialog, and must not take an Undo with
 * it.
 */
function leaveToOthers(event: KeyboardEvent) {
  if (!(event.target instanceof Element && event.target.closest('.toast'))) passToDialog(event)
}

interface OneToastProps {
  toast: Toast
  open: boolean
  /** The page has a place for it: it stays, and its buttons have words. */
  isPlaced: boolean
}

function OneToast({ toast, open, isPlaced }: OneToastProps) {
  useFocusAfterPress()
  const destructive = toast.tone === 'destructive'
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      className="toast"
      data-tone={toast.tone}
      data-arriving=""
      type={destructive ? 'foreground' : 'background'}
      duration={isPlaced ? Number.POSITIVE_INFINITY : toast.duration}
      open={open}
      onEscapeKeyDown={leaveToOthers}
      onOpenChange={(next) => !next && dismissToast(toast.id)}
    >
      <Icon className="icon" />
      <span className="toast__words grow">
        <Radix.Title className="toast__title">{toast.title}</Radix.Title>
        {toast.description ? <Radix.Description className="toast__text">{toast.description}</Radix.Description> : null}
      </span>
      {toast.action ? (
        <Radix.Action asChild altText={toast.action.label}>
          <Button onClick={toast.action.run}>{toast.action.label}</Button>
        </Radix.Action>
      ) : null}
      <Radix.Close asChild>
        {isPlaced ? (
          <Button>{t('Close')}</Button>
        ) : (
          <Button iconOnly aria-label={t('Close')}>
            <X className="icon" />
          </Button>
        )}
      </Radix.Close>
    </Radix.Root>
  )
}
