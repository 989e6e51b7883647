import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PERSON_PARAM } from '#domain/protocol/pages.ts'
import { refreshPeople, show, usePeople } from '#src/session/people.tsx'
import { useSession } from '#src/session/session.ts'

/**
 * Shows whom the address names, as that of a pressed notification does (R11.9), and takes them out of it: from then on
 * the page shows whom the user chooses.
 */
export function usePersonInAddress(): void {
  const { account } = useSession()
  const here = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(here.search).get(PERSON_PARAM)
  const take = useEffectEvent(async (id: string) => {
    const search = new URLSearchParams(here.search)
    search.delete(PERSON_PARAM)
    const rest = search.size > 0 ? `?${search}` : ''
    navigate({ pathname: here.pathname, search: rest, hash: here.hash }, { replace: true, state: here.state })
    const isShown = await showListed(id)
    // Somebody new, whom this device has only been reminded of so far.
    if (!isShown && (await refreshPeople(account.id))) await showListed(id)
  })
  useEffect(() => {
    if (named !== null) void take(named)
  }, [named])
}

/** Returns whether the list has somebody with this id. */
async function showListed(id: string): Promise<boolean> {
  const person = usePeople.getState().people.find((listed) => listed.id === id)
  if (person) await show(person.id)
  return person !== undefined
}
