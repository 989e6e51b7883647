import type { OnSetAside } from '../queue/set-aside.ts'

/** For tests that expect nothing to be set aside: rethrows the error. */
export const neverSetAside: OnSetAside = ({ error }) => {
  throw error
}
