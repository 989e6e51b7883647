import { useEffect, useState } from 'react'
import type { preparePicture } from './prepare-picture.ts'

/** A chosen picture, being prepared from the moment it is chosen. */
export type ChosenPicture = ReturnType<typeof preparePicture>

/**
 * Returns the URL of the picture that will be sent; null if it cannot be shown here, undefined while it is being
 * prepared.
 */
export function usePreview(chosen: ChosenPicture | null): string | null | undefined {
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    let made: string | null = null
    let isGone = false
    setUrl(undefined)
    void chosen?.then((picture) => {
      if (isGone) return
      made = picture.ok && picture.value.thumbnail ? URL.createObjectURL(picture.value.image) : null
      setUrl(made)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [chosen])
  return url
}
