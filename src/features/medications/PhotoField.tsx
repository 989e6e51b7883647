import { Camera, ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { CameraDialog } from '#src/session/pictures/CameraDialog.tsx'
import { PictureInput } from '#src/session/pictures/PictureInput.tsx'
import { preparePhoto } from '#src/session/pictures/prepare-photo.ts'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import type { FormPart } from './use-medication-form.ts'

/** Takes or chooses the photo by which the user knows the medicine, and removes it. It is kept in the form as text. */
export function PhotoField({ form, values }: FormPart) {
  const [isFilming, setFilming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLButtonElement>(values.photo)
  const id = useId()
  const error = form.formState.errors.photo?.message

  const set = (photo: string) => {
    form.clearErrors('photo')
    form.setValue('photo', photo, { shouldDirty: true })
  }
  const choose = async (picture: Blob | undefined) => {
    setFilming(false)
    if (!picture || isBusy) return
    setBusy(true)
    const photo = await preparePhoto(picture)
    setBusy(false)
    // The same file may be chosen again.
    for (const { current } of [file, camera]) if (current) current.value = ''
    if (photo.ok) set(photo.value)
    else form.setError('photo', { message: photo.error })
  }
  return (
    <div ref={area} className="stack gap-2">
      <div className="row">
        <Button
          ref={fallback}
          variant="soft"
          busy={isBusy ? 'Preparing the photo' : undefined}
          onClick={() => ('mediaDevices' in navigator ? setFilming(true) : camera.current?.click())}
        >
          <Camera className="icon" />
          Take a photo
        </Button>
        <Button variant="soft" onClick={() => file.current?.click()}>
          <ImageUp className="icon" />
          Choose a photo
        </Button>
        {values.photo === '' ? null : (
          <Button variant="quiet" onClick={() => set('')}>
            <Trash2 className="icon" />
            Remove photo
          </Button>
        )}
      </div>
      <div role="alert">{error ? <FieldError id={id}>{error}</FieldError> : null}</div>
      <PictureInput input={file} label="Picture of the medicine" onChoose={(chosen) => void choose(chosen)} />
      <PictureInput input={camera} label="Photograph the medicine" capture onChoose={(shot) => void choose(shot)} />
      {isFilming ? (
        <CameraDialog
          hint="Lay one of them on something plain, in good light, and fill the square with it."
          isSquare
          onPhoto={(shot) => void choose(shot)}
          onClose={() => setFilming(false)}
        />
      ) : null}
    </div>
  )
}
