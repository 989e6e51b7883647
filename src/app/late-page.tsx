import { type ComponentType, useEffect } from 'react'
import { latePart } from '#src/ui/late-part.ts'
import { Opening } from '#src/ui/Opening.tsx'

/** A component whose code is fetched when it is first drawn, or as soon as somebody asks for it. */
export type LatePage<Props extends object> = ComponentType<Props> & {
  /** Fetches the code ahead of time. */
  want(): void
}

/**
 * Like React's lazy, without its Suspense: React holds back what follows a fallback for 300 ms, each level anew,
 * although the code is there after a few. Nothing is drawn until it is; a fetch that failed is the error boundary's to
 * show.
 */
export function latePage<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LatePage<Props> {
  const { use, useFailure, want } = latePart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page when a module loads, never in a render
  const Late = (props: Props) => {
    const module = use()
    const failure = useFailure()
    useEffect(want, [])
    if (failure !== null) throw failure
    return module ? <module.default {...props} /> : <Opening shows="nothing" />
  }
  return Object.assign(Late, { want })
}
