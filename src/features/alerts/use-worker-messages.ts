import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { readWorkerMessage } from '#src/platform/worker-messages.ts'

/** Does what the worker asks of this page: look for due reminders, or show what a clicked notification is about. */
export function useWorkerMessages(check: () => void): void {
  const navigate = useNavigate()
  const onMessage = useEffectEvent((event: MessageEvent) => {
    const message = readWorkerMessage(event.data)
    if (message?.kind === 'check-reminders') check()
    if (message?.kind === 'open') navigate(addressFor(message.path))
  })
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers) return
    const listen = (event: MessageEvent) => onMessage(event)
    workers.addEventListener('message', listen)
    return () => workers.removeEventListener('message', listen)
  }, [])
}

/** A dose sheet opens on any page: with a form open, over the page that is there, so that nothing typed is lost. */
function addressFor(path: string): string | { search: string } {
  const { search } = new URL(path, location.origin)
  return search !== '' && document.querySelector('dialog[open] form') ? { search } : path
}
