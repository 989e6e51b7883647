import { PencilLine } from 'lucide-react'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { addressOf } from './editor-target.ts'
import { appointmentDrafts } from './form-values.ts'

/** Forms that were left by accident (Back, another page): each can be taken up again; its Cancel discards it. */
export function Drafts() {
  const { user } = useSession()
  return appointmentDrafts.list(sessionStorage, user.id).map(({ form, values: { doctorName } }) => (
    <Notice
      key={form}
      className="mb-4"
      icon={<PencilLine className="icon" />}
      title={
        doctorName ? `The appointment with ${doctorName} is not saved yet` : 'An appointment is not saved yet'
      }
      action={
        <ButtonLink variant="plain" {...addressOf(form)}>
          Continue
        </ButtonLink>
      }
    >
      What you typed is still here.
    </Notice>
  ))
}
