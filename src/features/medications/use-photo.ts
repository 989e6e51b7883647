import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { announce } from '#src/ui/live-region.tsx'
import { medicationDrafts } from './draft.ts'
import type { MedicationValues } from './form-values.ts'
import { dropJob, holdOpen, type PhotoJob, type PhotoSource, prepareFor } from './photo-jobs.ts'

export interface FormPhoto {
  /** Where the picture comes from that is being prepared; null if none is. The form cannot be saved meanwhile. */
  preparing: PhotoSource | null
  /** Why there is no photo of the picture chosen last, for its field. */
  problem: string | undefined
  /** Puts the photo of that picture into the form, or says at its field why there is none. */
  choose(picture: Blob, source: PhotoSource): Promise<void>
  remove(): void
}

interface PhotoSetup {
  /** The name of the draft. */
  formKey: string
  /** The name of the form among the photos that are being prepared: another user may have one of the same name. */
  ofUser: string
  job: PhotoJob | null
}

export const PREPARING = msg('Preparing the photo')

/** The photo in the form. It is announced, because it is only seen. */
export function usePhoto(
  { setValue, clearErrors }: UseFormReturn<MedicationValues>,
  { formKey, ofUser, job }: PhotoSetup,
): FormPhoto {
  const { user } = useSession()
  useEffect(
    () =>
      holdOpen(ofUser, (photo) => {
        setValue('photo', photo, { shouldDirty: true })
        announce(t('The photo is in the form.'))
      }),
    [ofUser, setValue],
  )
  return {
    preparing: job?.kind === 'preparing' ? job.source : null,
    problem: job?.kind === 'failed' ? job.problem : undefined,
    async choose(picture, source) {
      clearErrors('photo')
      announce(t(PREPARING))
      await prepareFor(ofUser, picture, source, (photo) => {
        const draft = medicationDrafts.read(sessionStorage, user.id, formKey)
        if (!draft) return
        const values = { ...draft.values, photo }
        medicationDrafts.keep(sessionStorage, user.id, formKey, { ...draft, values })
      })
    },
    remove() {
      dropJob(ofUser)
      clearErrors('photo')
      setValue('photo', '', { shouldDirty: true })
      announce(t('The photo is removed.'))
    },
  }
}
