import { useSyncExternalStore } from 'react'

/** From this width in rem on, grids have their columns (docs/look.md): large text makes a window narrow. */
const WIDE = '(min-width: 48rem)'

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Returns whether the window has the room of a desktop, for what a style sheet alone cannot lay out. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches)
