import { type ComponentType, useEffect } from 'react'
import { create } from 'zustand'

/** A component whose code is fetched when it is first drawn, or as soon as somebody asks for it. */
export type LatePage<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of time. */
  want(): void
}

interface State<Props extends object> {
  Page: ComponentType<Props> | null
  error: unknown
}

/**
 * Like React's lazy, without its Suspense: React holds back what follows a fallback for 300 ms, each level anew, although
 * the code is there after a few. Nothing is drawn until it is; a fetch that failed is the error boundary's to show.
 */
export function latePage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LatePage<Props> {
  const useState = create<State<Props>>(() => ({ Page: null, error: null }))
  let isLoading = false
  const want = () => {
    if (isLoading) return
    isLoading = true
    load().then(
      (module) => useState.setState({ Page: module.default }),
      (error: unknown) => useState.setState({ error }),
    )
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page when a module loads, never in a render
  const Late = (props: Props) => {
    const { Page, error } = useState()
    useEffect(want, [])
    if (error !== null) throw error
    return Page ? <Page {...props} /> : null
  }
  return Object.assign(Late, { want })
}
