import { Camera, ImageUp, ScanText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { LIMIT_WORDS } from '#domain/protocol/documents.ts'
import {
  type Prescription,
  SCAN_TYPES,
  type ScanType,
  type UploadMethod,
} from '#domain/records/prescription.ts'
import { CameraDialog } from '#src/session/pictures/CameraDialog.tsx'
import { PictureInput } from '#src/session/pictures/PictureInput.tsx'
import { preparePicture } from '#src/session/pictures/prepare-picture.ts'
import { type ChosenPicture, usePreview } from '#src/session/pictures/use-preview.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Select } from '#src/ui/Select.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { progressWords, SCAN_TYPE_WORDS } from './scan-words.ts'
import { useScan } from './use-scan.ts'

/** What is scanned, Take Photo or Upload Image, the preview, and how far reading it is (specification, section 2). */
export function ScanPart({ onRead }: { onRead(prescription: Prescription): void }) {
  const [params] = useSearchParams()
  const [scanType, setScanType] = useState<ScanType>(
    params.get('type') === 'appointment' ? 'appointment' : 'prescription',
  )
  const [chosen, setChosen] = useState<{ picture: ChosenPicture; method: UploadMethod } | null>(null)
  const [isFilming, setFilming] = useState(false)
  const [isPreparing, setPreparing] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { share, send, cancel } = useScan()
  const isBusy = isPreparing || share !== null

  const choose = (method: UploadMethod) => (picture: Blob | undefined) => {
    setFilming(false)
    if (picture) setChosen({ picture: preparePicture(picture), method })
  }
  const clear = () => {
    setChosen(null)
    for (const one of [file, camera]) if (one.current) one.current.value = ''
  }
  const process = async () => {
    if (!chosen || isBusy) return
    setPreparing(true)
    const picture = await chosen.picture
    setPreparing(false)
    if (!picture.ok) {
      toast({ title: 'Upload failed', description: picture.error, tone: 'destructive' })
      return
    }
    const outcome = await send({ image: picture.value.image, scanType, uploadMethod: chosen.method })
    if (outcome.kind === 'failed') return
    clear()
    if (outcome.kind === 'read') onRead(outcome.prescription)
  }

  return (
    <Card as="section" className="doc-add" aria-label="Scan">
      <Select
        label="What are you scanning?"
        value={scanType}
        disabled={isBusy}
        onChange={(event) => setScanType(event.target.value as ScanType)}
      >
        {SCAN_TYPES.map((type) => (
          <option key={type} value={type}>
            {SCAN_TYPE_WORDS[type]}
          </option>
        ))}
      </Select>
      {chosen ? (
        <>
          <Preview chosen={chosen.picture} />
          {share === null ? (
            <div className="row">
              <Button
                variant="primary"
                busy={isPreparing ? 'Preparing the picture' : undefined}
                onClick={() => void process()}
              >
                <ScanText className="icon" />
                Upload & Process
              </Button>
              <Button variant="plain" onClick={clear}>
                Cancel
              </Button>
            </div>
          ) : (
            <Running share={share} onCancel={cancel} />
          )}
        </>
      ) : (
        <>
          <div className="row">
            <Button
              variant="primary"
              onClick={() => ('mediaDevices' in navigator ? setFilming(true) : camera.current?.click())}
            >
              <Camera className="icon" />
              Take Photo
            </Button>
            <Button variant="soft" onClick={() => file.current?.click()}>
              <ImageUp className="icon" />
              Upload Image
            </Button>
          </div>
          <p className="small quiet">{LIMIT_WORDS}</p>
        </>
      )}
      <PictureInput input={file} label="Choose a picture" onChoose={choose('upload')} />
      <PictureInput input={camera} label="Photograph it" capture onChoose={choose('camera')} />
      {isFilming ? <CameraDialog onPhoto={choose('camera')} onClose={() => setFilming(false)} /> : null}
    </Card>
  )
}

function Running({ share, onCancel }: { share: number; onCancel(): void }) {
  return (
    <div className="stack gap-2">
      <p className="small" role="status">
        {progressWords(share)}
      </p>
      <progress
        className="doc__progress"
        aria-label="Upload of the picture"
        max={1}
        {...(share < 1 ? { value: share } : {})}
      />
      <div>
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function Preview({ chosen }: { chosen: ChosenPicture }) {
  const url = usePreview(chosen)
  if (url) return <img className="doc-picture" src={url} alt="What will be read" />
  return (
    <p className="quiet" role="status">
      {url === undefined ? 'Preparing the picture' : 'This browser cannot show the picture here.'}
    </p>
  )
}
