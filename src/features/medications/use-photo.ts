import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { preparePhoto } from '#src/session/pictures/prepare-photo.ts'
import { announce } from '#src/ui/live-region.tsx'
import type { MedicationValues } from './form-values.ts'

/** Where a picture comes from: taken just now, or a file. */
export type PhotoSource = 'camera' | 'file'

export interface FormPhoto {
  /** Where the picture comes from that is being prepared; null if none is. The form cannot be saved meanwhile. */
  preparing: PhotoSource | null
  /** Puts the photo of that picture into the form, or says at its field why there is none. */
  choose(picture: Blob, source: PhotoSource): Promise<void>
  remove(): void
}

export const PREPARING = 'Preparing the photo'

/** The photo in the form: what was chosen or removed last counts. It is announced, because it is only seen. */
export function usePhoto(form: UseFormReturn<MedicationValues>): FormPhoto {
  const [preparing, setPreparing] = useState<PhotoSource | null>(null)
  const turn = useRef(0)
  // A form that was given up says nothing more.
  useEffect(
    () => () => {
      turn.current += 1
    },
    [],
  )

  const begin = (source: PhotoSource | null) => {
    turn.current += 1
    setPreparing(source)
    form.clearErrors('photo')
    return turn.current
  }
  const set = (photo: string, words: string) => {
    form.setValue('photo', photo, { shouldDirty: true })
    announce(words)
  }
  return {
    preparing,
    async choose(picture, source) {
      const mine = begin(source)
      announce(PREPARING)
      const photo = await preparePhoto(picture)
      if (turn.current !== mine) return
      setPreparing(null)
      if (photo.ok) set(photo.value, 'The photo is in the form.')
      else form.setError('photo', { message: photo.error })
    },
    remove() {
      begin(null)
      set('', 'The photo is removed.')
    },
  }
}
