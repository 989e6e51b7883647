import { Camera, ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { CameraDialog } from '#src/session/pictures/CameraDialog.tsx'
import { PictureInput } from '#src/session/pictures/PictureInput.tsx'
import { Button } from '#src/ui/Button.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import type { PhotoSource } from './photo-jobs.ts'
import type { MedicationForm } from './use-medication-form.ts'
import { PREPARING } from './use-photo.ts'

/** Takes or chooses the photo by which the user knows the medicine, and removes it. It is kept in the form as text. */
export function PhotoField({ form, values, photo }: Pick<MedicationForm, 'form' | 'values' | 'photo'>) {
  const [isFilming, setFilming] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLButtonElement>(values.photo)
  const id = useId()
  const error = photo.problem ?? form.formState.errors.photo?.message

  const choose = (picture: Blob | undefined, source: PhotoSource) => {
    setFilming(false)
    // The same file may be chosen again.
    for (const { current } of [file, camera]) if (current) current.value = ''
    if (picture) void photo.choose(picture, source)
  }
  const button = (source: PhotoSource) => ({
    variant: 'soft' as const,
    busy: photo.preparing === source ? t(PREPARING) : undefined,
    'aria-describedby': error ? id : undefined,
  })
  return (
    <div ref={area} className="stack gap-2">
      <div className="row">
        <Button
          ref={fallback}
          {...button('camera')}
          onClick={() => ('mediaDevices' in navigator ? setFilming(true) : camera.current?.click())}
        >
          <Camera className="icon" />
          {t('Take a photo')}
        </Button>
        <Button {...button('file')} onClick={() => file.current?.click()}>
          <ImageUp className="icon" />
          {t('Choose a photo')}
        </Button>
        {values.photo === '' ? null : (
          <Button variant="quiet" onClick={photo.remove}>
            <Trash2 className="icon" />
            {t('Remove photo')}
          </Button>
        )}
      </div>
      <div role="alert">{error ? <FieldError id={id}>{error}</FieldError> : null}</div>
      <PictureInput input={file} label={t('Picture of the medicine')} onChoose={(chosen) => choose(chosen, 'file')} />
      <PictureInput
        input={camera}
        label={t('Photograph the medicine')}
        capture
        onChoose={(shot) => choose(shot, 'camera')}
      />
      {isFilming ? (
        <CameraDialog
          hint={t('Put it on something plain, in good light, so that it fills the square.')}
          isSquare
          onPhoto={(shot) => choose(shot, 'camera')}
          onClose={() => setFilming(false)}
        />
      ) : null}
    </div>
  )
}
