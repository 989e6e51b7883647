import { Camera } from 'lucide-react'
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

const OF_PAPER = 'Lay the paper flat, in good light, and fill the picture with it.'

/**
 * Shows the rear camera; pressing Capture takes the photo. Without access it says so and closes (specification, section
 * 8).
 */
export function CameraDialog({ hint = OF_PAPER, isSquare = false, onPhoto, onClose }: CameraDialogProps) {
  const refused = () => {
    toast({
      title: 'Camera access denied',
      description: 'Allow the camera in your browser, or upload a file instead.',
      tone: 'destructive',
    })
    onClose()
  }
  const { video, isReady, onLoadedData } = useCamera({ ...LARGEST, onRefused: refused })
  const capture = async () => {
    if (video.current) onPhoto(await photoOf(video.current))
  }
  return (
    <Dialog
      title="Take Photo"
      description={hint}
      wide
      onClose={onClose}
      footer={
        <>
          <Button variant="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!isReady} onClick={() => void capture()}>
            <Camera className="icon" />
            Capture
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
