import { useEffect, useEffectEvent } from 'react'
import { type Location, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router-dom'
import { readWorkerMessage } from '#src/platform/worker-messages.ts'

/** Does what the worker asks of this page: look for due reminders, or show what a clicked notification is about. */
export function useWorkerMessages(check: () => void): void {
  const navigate = useNavigate()
  const here = useLocation()
  const onMessage = useEffectEvent((event: MessageEvent) => {
    const message = readWorkerMessage(event.data)
    if (message?.kind === 'check-reminders') check()
    if (message?.kind === 'open') navigate(...wayTo(message.path, here))
  })
  useEffect(() => {
    const workers = navigator.serviceWorker
    if (!workers) return
    const listen = (event: MessageEvent) => onMessage(event)
    workers.addEventListener('message', listen)
    return () => workers.removeEventListener('message', listen)
  }, [])
}

/**
 * A dose sheet opens on any page: with a form open, over the page and the form that are there, so that nothing typed is lost.
 * Which form that is stands in the address and in the history state, so both stay.
 */
function wayTo(path: string, here: Location): [To, NavigateOptions] {
  const { searchParams } = new URL(path, location.origin)
  if (searchParams.size === 0 || !document.querySelector('dialog[open] form')) return [path, {}]
  const both = new URLSearchParams(here.search)
  for (const [name, value] of searchParams) both.set(name, value)
  return [{ search: `?${both}` }, { state: here.state }]
}
