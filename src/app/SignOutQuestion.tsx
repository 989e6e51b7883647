import { create } from 'zustand'
import { latePart } from '#src/ui/late-part.ts'

const dialog = latePart(() => import('./SignOutDialog.tsx'))

const useAsked = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

/** Loads the code while it is available: once a newer version has taken over, this one's is no longer served. */
export const fetchSignOut = dialog.want

/** Signs out, after the question whether to lose what is not saved yet, if there is anything. */
export function askToSignOut(): void {
  dialog.want()
  useAsked.setState({ isAsked: true })
}

/** The question, while it is asked. */
export function SignOutQuestion() {
  const part = dialog.use()
  const { isAsked } = useAsked()
  return isAsked && part ? <part.SignOutDialog onClose={() => useAsked.setState({ isAsked: false })} /> : null
}
