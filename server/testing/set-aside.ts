import type { OnSetAside } from '../queue/set-aside.ts'

/** For whoever expects that nothing is set aside: what was thrown there is thrown on. */
export const neverSetAside: OnSetAside = ({ error }) => {
  throw error
}
