import { ImageUp } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { Gtin } from '#domain/records/barcode.ts'
import { gtinOf } from '#domain/records/seen-barcode.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Field } from '#src/ui/Field.tsx'
import { SubmitFoot } from '#src/ui/SubmitFoot.tsx'
import { PictureInput } from './PictureInput.tsx'
import { preparePicture } from './prepare-picture.ts'
import { pixelsOf, useBarcodeReader, useBarcodeWatch } from './use-barcode-reader.ts'
import { useCamera } from './use-camera.ts'

interface BarcodeDialogProps {
  onFound(gtin: Gtin): void
  onClose(): void
}

/** Enough for the thinnest bars, and quick to read. */
const SMALLER = { width: 1280, height: 720 }

const SAYS = {
  looking: msg('Hold the barcode steady in front of the camera.'),
  'no-camera': msg('The camera can’t be used here. Choose a picture of the barcode, or type its number.'),
  reading: msg('Reading the picture'),
  'nothing-there': msg('No barcode of a package was found in that picture. Take it closer, or type the number.'),
  broken: msg('What reads barcodes has to be fetched once, with a connection. Type the number instead.'),
}

const WRONG = msg('This is not the number of a package: check each digit.')

/** Finds the number of a package: with the camera, in a picture, or typed. The picture stays on this device. */
export function BarcodeDialog({ onFound, onClose }: BarcodeDialogProps) {
  const [state, setState] = useState<keyof typeof SAYS>('looking')
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // A picture that is still being read when the dialog is closed leads nowhere.
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const read = useBarcodeReader()
  const { video, isReady, onLoadedData } = useCamera({ ...SMALLER, onRefused: () => setState('no-camera') })
  useBarcodeWatch({ video, isReady, read, onFound, onBroken: () => setState('broken') })

  const choose = async (picture: File | undefined) => {
    if (!picture) return
    setState('reading')
    const prepared = await preparePicture(picture)
    if (!isOpen.current) return
    if (file.current) file.current.value = ''
    if (!prepared.ok) return setState('nothing-there')
    try {
      const bitmap = await createImageBitmap(prepared.value.image)
      const gtin = await read(pixelsOf(bitmap, bitmap.width, bitmap.height))
      bitmap.close()
      if (!isOpen.current) return
      if (gtin) onFound(gtin)
      else setState('nothing-there')
    } catch {
      setState('broken')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const gtin = gtinOf({ text: typed, format: null })
    if (gtin) return onFound(gtin)
    setWrong(true)
    field.current?.focus()
  }
  return (
    <Dialog
      title={t('Scan Barcode')}
      description={t('Nothing is looked up: you name a package once, and Dosewell knows it the next time.')}
      wide
      onClose={onClose}
      onSubmit={submit}
      footer={<SubmitFoot label={t('Use This Number')} onCancel={onClose} />}
    >
      <div className="stack">
        {state === 'no-camera' ? null : (
          <video ref={video} className="doc-picture" autoPlay playsInline muted onLoadedData={onLoadedData} />
        )}
        <p role="status">{t(SAYS[state])}</p>
        <div>
          <Button variant="soft" onClick={() => file.current?.click()}>
            <ImageUp className="icon" />
            {t('Choose a Picture')}
          </Button>
        </div>
        <Field
          ref={field}
          label={t('Number below the bars')}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setWrong(false)
          }}
          error={isWrong ? t(WRONG) : undefined}
        />
        <PictureInput input={file} label={t('Picture of the barcode')} onChoose={(picture) => void choose(picture)} />
      </div>
    </Dialog>
  )
}
