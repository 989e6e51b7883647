import { ImageUp, ScanText } from 'lucide-react'
import { useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { extractEmail } from '#src/platform/scan-calls.ts'
import { CameraDialog } from '#src/session/pictures/CameraDialog.tsx'
import { PictureInput } from '#src/session/pictures/PictureInput.tsx'
import { preparePicture } from '#src/session/pictures/prepare-picture.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast-store.ts'

/** The address on a paper, photographed or chosen as a picture (specification, sections 2 and 8). */
export function ScanPaper({ onEmail }: { onEmail(address: string): void }) {
  const [isFilming, setFilming] = useState(false)
  const [isReading, setReading] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const read = async (chosen: Blob | undefined) => {
    setFilming(false)
    if (!chosen || isReading) return
    setReading(true)
    const picture = await preparePicture(chosen)
    const email = picture.ok ? await extractEmail(picture.value.image) : undefined
    setReading(false)
    for (const one of [file, camera]) if (one.current) one.current.value = ''
    if (email) {
      onEmail(email)
      toast({ title: t('Email found'), description: t('Please check the address before you send.') })
    } else if (email === null) {
      toast({
        title: t('No email found'),
        description: t('Could not extract email from image'),
        tone: 'destructive',
      })
    } else toast({ title: t('OCR failed'), description: t('Could not process image'), tone: 'destructive' })
  }
  return (
    <>
      <Button
        variant="soft"
        busy={isReading ? t('Reading...') : undefined}
        onClick={() => ('mediaDevices' in navigator ? setFilming(true) : camera.current?.click())}
      >
        <ScanText className="icon" />
        {t('Scan paper')}
      </Button>
      <Button variant="soft" onClick={() => file.current?.click()}>
        <ImageUp className="icon" />
        {t('Choose a picture')}
      </Button>
      <PictureInput input={file} label={t('A picture of the paper')} onChoose={(chosen) => void read(chosen)} />
      <PictureInput input={camera} label={t('Photograph the paper')} capture onChoose={(chosen) => void read(chosen)} />
      {isFilming ? <CameraDialog onPhoto={(photo) => void read(photo)} onClose={() => setFilming(false)} /> : null}
    </>
  )
}
