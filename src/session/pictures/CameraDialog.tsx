import { Camera } from 'lucide-react'
import { useRef } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { photoOf } from './prepare-picture.ts'
import { useCamera } from './use-camera.ts'

interface CameraDialogProps {
  /** What helps with the picture; by default that of a paper. */
  hint?: string
  /** Shows the square in the middle, which is what is used of it. */
  isSquare?: boolean
  onPhoto(photo: Blob): void
  onClose(): void
}

/** As large as the camera provides: the text on the paper has to stay readable. */
const LARGEST = { width: 3840, height: 2160 }

const OF_PAPER = msg('Lay the paper flat, in good light, and fill the picture with it.')

/**
 * Shows the rear camera; pressing Capture takes the photo. Without access it says so and closes (specification, section
 * 8).
 */
export function CameraDialog({ hint = t(OF_PAPER), isSquare = false, onPhoto, onClose }: CameraDialogProps) {
  // Meanwhile it may have been closed, or Capture pressed again.
  const isOver = useRef(false)
  const close = () => {
    isOver.current = true
    onClose()
  }
  const refused = () => {
    toast({
      title: t('Camera access denied'),
      description: t('Allow the camera in your browser, or choose a picture instead.'),
      tone: 'destructive',
    })
    close()
  }
  const { video, isReady, onLoadedData } = useCamera({ ...LARGEST, onRefused: refused })
  const capture = async () => {
    if (!video.current) return
    const photo = await photoOf(video.current).catch(() => null)
    if (isOver.current) return
    if (!photo) {
      const description = t('Press Capture again, or choose a picture instead.')
      toast({ title: t('No photo was taken'), description, tone: 'destructive' })
      return
    }
    isOver.current = true
    onPhoto(photo)
  }
  return (
    <Dialog
      title={t('Take Photo')}
      description={hint}
      wide
      onClose={close}
      footer={
        <>
          <Button variant="plain" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" disabled={!isReady} onClick={() => void capture()}>
            <Camera className="icon" />
            {t('Capture')}
          </Button>
        </>
      }
    >
      <video
        ref={video}
        className={classNames('doc-picture', isSquare && 'doc-picture--square')}
        autoPlay
        playsInline
        muted
        onLoadedData={onLoadedData}
      />
    </Dialog>
  )
}
