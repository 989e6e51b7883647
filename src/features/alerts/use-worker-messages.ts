import { useEffect, useEffectEvent } from 'react'
import { readWorkerMessage } from '#src/platform/worker-messages.ts'

/** Processes due reminders when the worker asks for it: it lets a visible page announce first. */
export function useWorkerMessages(check: () => void): void {
  const onMessage = useEffectEvent((event: MessageEvent) => {
    if (readWorkerMessage(event.data)?.kind === 'check-reminders') check()
  })
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers) return
    const listen = (event: MessageEvent) => onMessage(event)
    workers.addEventListener('message', listen)
    return () => workers.removeEventListener('message', listen)
  }, [])
}
