import { useEffect, useEffectEvent } from 'react'
import { type Location, type NavigateOptions, type To, useLocation, useNavigate } from 'react-router-dom'
import { create } from 'zustand'
import { readWorkerMessage } from '#src/platform/worker-messages.ts'

/** Where a clicked notification wants this page to go, until it has gone there. */
const useAsked = create<{ path: string | null }>(() => ({ path: null }))

// Listens from the start of the script: messages from the worker are lost without a listener, and a click on a
// notification may be what brought this page to the front while it was still loading.
navigator.serviceWorker?.addEventListener('message', ({ data }) => {
  const message = readWorkerMessage(data)
  if (message?.kind === 'open') useAsked.setState({ path: message.path })
})

/** Shows what a clicked notification is about. */
export function useWorkerOpens(): void {
  const path = useAsked((asked) => asked.path)
  const navigate = useNavigate()
  const here = useLocation()
  const go = useEffectEvent((asked: string) => navigate(...wayTo(asked, here)))
  useEffect(() => {
    if (path === null) return
    useAsked.setState({ path: null })
    go(path)
  }, [path])
}

/**
 * Returns where to navigate. A dose sheet opens on any page, above the page and any open form, so that nothing typed is
 * lost. The address and the history state say which form that is, so both stay.
 */
function wayTo(path: string, here: Location): [To, NavigateOptions] {
  const { searchParams } = new URL(path, location.origin)
  if (searchParams.size === 0 || !document.querySelector('dialog[open] form')) return [path, {}]
  const both = new URLSearchParams(here.search)
  for (const [name, value] of searchParams) both.set(name, value)
  return [{ search: `?${both}` }, { state: here.state }]
}
