import { PencilLine } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import type { FormDrafts } from '../form-drafts.ts'
import { useSession } from '../session.ts'

interface DraftsProps<Values> {
  drafts: FormDrafts<Values>
  /** Returns a title that says the input is not saved yet. */
  titleOf(values: Values): string
  /** Returns where the form of a draft is reopened. */
  addressOf(formKey: string): { to: string; state: unknown }
}

/** Lists forms left by accident (Back, another page). Each can be resumed; its Cancel discards it. */
export function Drafts<Values>({ drafts, titleOf, addressOf }: DraftsProps<Values>) {
  const { user } = useSession()
  return drafts.list(sessionStorage, user.id).map(({ form, values }) => (
    <Notice
      key={form}
      className="mb-4"
      icon={<PencilLine className="icon" />}
      title={titleOf(values)}
      action={
        <ButtonLink variant="plain" {...addressOf(form)}>
          {t('Continue')}
        </ButtonLink>
      }
    >
      {t('What you typed is still here.')}
    </Notice>
  ))
}
