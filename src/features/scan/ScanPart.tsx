import { Camera, FileText, ImageUp, ScanText, Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { LIMIT_LABELS } from '#domain/protocol/documents.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { type Prescription, SCAN_TYPES, type ScanType, type UploadMethod } from '#domain/records/prescription.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { dropScan } from '#src/data/upload-queue.ts'
import type { DeviceText } from '#src/platform/device-reader.ts'
import { useCapabilities } from '#src/session/dictation/use-capabilities.ts'
import { CameraDialog } from '#src/session/pictures/CameraDialog.tsx'
import { PictureInput } from '#src/session/pictures/PictureInput.tsx'
import { preparePicture } from '#src/session/pictures/prepare-picture.ts'
import { ReadingHere } from '#src/session/pictures/ReadingHere.tsx'
import { Running } from '#src/session/pictures/Running.tsx'
import { sharedState } from '#src/session/pictures/shared-picture.ts'
import { useDeviceReading } from '#src/session/pictures/use-device-reading.ts'
import { type ChosenPicture, usePreview } from '#src/session/pictures/use-preview.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Select } from '#src/ui/Select.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { useKeptFocus } from '#src/ui/use-kept-focus.ts'
import { progressText, SCAN_TYPE_LABELS } from './scan-text.ts'
import { useScan } from './use-scan.ts'

interface Chosen {
  picture: ChosenPicture
  method: UploadMethod
  /** The row it came from if it was shared. */
  sharedId?: KeptScan['id']
}

interface ScanPartProps {
  /** A picture that was shared from another app: it is chosen already. */
  shared: KeptScan | undefined
  onRead(prescription: Prescription): void
  /** Called with what this device read itself, which exists nowhere else, and the row of a shared picture. */
  onText(found: DeviceText, scanType: ScanType, sharedId: KeptScan['id'] | undefined): void
}

/** What to scan, Take Photo or Upload Image, the preview, and the reading progress (specification, section 2). */
export function ScanPart({ shared, onRead, onText }: ScanPartProps) {
  const { db } = useSession()
  const [params] = useSearchParams()
  const [scanType, setScanType] = useState<ScanType>(
    params.get('type') === 'appointment' ? 'appointment' : 'prescription',
  )
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [isFilming, setFilming] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { share, send, cancel } = useScan()
  const here = useDeviceReading()
  const { said: capabilities } = useCapabilities()
  const stage = share !== null || here.progress ? 'running' : chosen ? 'chosen' : 'choosing'
  const { area, fallback } = useKeptFocus<HTMLElement, HTMLElement>(stage)
  const place = (element: HTMLElement | null) => {
    if (element) fallback.current = element
  }
  const isBusy = isPreparing || share !== null || here.progress !== null
  // It may be given up, or replaced, while it is being prepared.
  const latest = useRef(chosen)
  latest.current = chosen

  const choose = (method: UploadMethod) => (picture: Blob | undefined) => {
    setFilming(false)
    if (picture) setChosen({ picture: preparePicture(picture), method })
  }
  // What was dealt with is still listed until its row is gone.
  const dealtWith = useRef(new Set<string>())
  useEffect(() => {
    if (chosen || !shared || dealtWith.current.has(shared.id)) return
    setChosen({ picture: preparePicture(shared.image), method: 'upload', sharedId: shared.id })
  }, [chosen, shared])
  const clear = () => {
    if (chosen?.sharedId) {
      dealtWith.current.add(chosen.sharedId)
      void dropScan(db, chosen.sharedId)
    }
    setChosen(null)
    setPreparing(false)
    for (const one of [file, camera]) if (one.current) one.current.value = ''
  }
  /**
   * Returns the chosen picture, ready to be read; null if it was given up meanwhile and, after saying so, if it is not
   * a picture.
   */
  const prepared = async (): Promise<Blob | null> => {
    if (!chosen || isBusy) return null
    setPreparing(true)
    const picture = await chosen.picture
    if (latest.current !== chosen) return null
    setPreparing(false)
    if (picture.ok) return picture.value.image
    toast({ title: t('Upload failed'), description: picture.error, tone: 'destructive' })
    return null
  }
  const readHere = async () => {
    const image = await prepared()
    const found = image && (await here.read(image))
    if (found) onText(found, scanType, chosen?.sharedId)
  }
  const process = async () => {
    const image = await prepared()
    if (!image || !chosen) return
    const outcome = await send({ image, scanType, uploadMethod: chosen.method })
    if (outcome.kind === 'failed') return
    clear()
    if (outcome.kind === 'read') onRead(outcome.prescription)
  }

  return (
    <Card
      as="section"
      ref={area}
      className="stack"
      aria-label={t('Scan')}
      data-unsaved={chosen && !chosen.sharedId ? '' : undefined}
    >
      <Select
        label={t('What are you scanning?')}
        value={scanType}
        disabled={isBusy}
        onChange={(event) => setScanType(event.target.value as ScanType)}
      >
        {SCAN_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(SCAN_TYPE_LABELS[type])}
          </option>
        ))}
      </Select>
      {chosen ? (
        <>
          <Preview chosen={chosen.picture} />
          {share !== null ? (
            <Running
              words={progressText(share)}
              share={share}
              label={t('Upload of the picture')}
              onCancel={cancel}
              wordsRef={place}
            />
          ) : here.progress ? (
            <ReadingHere progress={here.progress} onCancel={here.cancel} wordsRef={place} />
          ) : (
            <>
              <div className="row">
                <Button
                  ref={place}
                  variant="primary"
                  busy={isPreparing ? t('Preparing the picture') : undefined}
                  onClick={() => void process()}
                >
                  <ScanText className="icon" />
                  {t('Upload & Process')}
                </Button>
                {chosen.sharedId ? (
                  <ButtonLink variant="plain" to={PAGES.documents} state={sharedState(chosen.sharedId)}>
                    <FileText className="icon" />
                    {t('Save as a document')}
                  </ButtonLink>
                ) : null}
                <Button variant="plain" onClick={clear}>
                  {t('Cancel')}
                </Button>
              </div>
              <div className="stack gap-2">
                {capabilities?.extraction ? (
                  <p className="small quiet">
                    {t(
                      'The words on a prescription, not the picture, are also sent to a language model that this server’s operator chose, without your name or account. What it proposes is marked as a guess.',
                    )}
                  </p>
                ) : null}
                <p className="small quiet">
                  {t(
                    'Rather keep the picture to yourself? Then this device reads it. It takes longer, fetches about 23\u00a0MB the first time, and leaves no history.',
                  )}
                </p>
                <div>
                  <Button variant="soft" onClick={() => void readHere()}>
                    <Smartphone className="icon" />
                    {t('Read on this device')}
                  </Button>
                </div>
              </div>
            </>
          )}
        </>
      ) : (
        <>
          <div className="row">
            <Button
              ref={place}
              variant="primary"
              onClick={() => ('mediaDevices' in navigator ? setFilming(true) : camera.current?.click())}
            >
              <Camera className="icon" />
              {t('Take Photo')}
            </Button>
            <Button variant="soft" onClick={() => file.current?.click()}>
              <ImageUp className="icon" />
              {t('Upload Image')}
            </Button>
          </div>
          <p className="small quiet">{t(LIMIT_LABELS)}</p>
        </>
      )}
      <PictureInput input={file} label={t('Choose a picture')} onChoose={choose('upload')} />
      <PictureInput input={camera} label={t('Photograph it')} capture onChoose={choose('camera')} />
      {isFilming ? <CameraDialog onPhoto={choose('camera')} onClose={() => setFilming(false)} /> : null}
    </Card>
  )
}

function Preview({ chosen }: { chosen: ChosenPicture }) {
  const url = usePreview(chosen)
  if (url) return <img className="doc-picture" src={url} alt={t('What will be read')} />
  return (
    <p className="quiet" role="status">
      {url === undefined ? t('Preparing the picture') : t('This browser cannot show the picture here.')}
    </p>
  )
}
