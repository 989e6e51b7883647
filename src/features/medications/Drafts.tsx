import { PencilLine } from 'lucide-react'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { medicationDrafts } from './draft.ts'
import { addressOf } from './editor-target.ts'

/** Forms that were left by accident (Back, another page): each can be taken up again; its Cancel discards it. */
export function Drafts() {
  const { user } = useSession()
  return medicationDrafts.list(sessionStorage, user.id).map(({ form, values }) => (
    <Notice
      key={form}
      className="mb-4"
      icon={<PencilLine className="icon" />}
      title={values.name ? `${values.name} is not saved yet` : 'A medication is not saved yet'}
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
