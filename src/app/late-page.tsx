import { type ComponentType, useDeferredValue, useEffect } from 'react'
import { latePart } from '#src/ui/late-part.ts'
import { Opening } from '#src/ui/Opening.tsx'

/** A component whose code is loaded when it is first rendered, or earlier on request. */
export type LatePage<Props extends object> = ComponentType<Props> & {
  /** Loads the code ahead of time. */
  want(): void
}

/**
 * Works like React's lazy, but without Suspense: React delays what follows a fallback by 300 ms, again at each level,
 * although the code arrives within a few. Renders nothing until then; a failed load is shown by the error boundary.
 */
export function latePage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LatePage<Props> {
  const { use, useFailure, want } = latePart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page when a module loads, never in a render
  const Late = (props: Props) => {
    // What arrives is rendered in slices, between which the page answers; what is here already at once.
    const module = useDeferredValue(use())
    const failure = useFailure()
    useEffect(want, [])
    if (failure !== null) throw failure
    return module ? <module.default {...props} /> : <Opening />
  }
  return Object.assign(Late, { want })
}
