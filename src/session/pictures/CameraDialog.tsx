import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { photoOf } from './prepare-picture.ts'

interface CameraDialogProps {
  onPhoto(photo: Blob): void
  onClose(): void
}

/** As large as the camera provides: the text on the paper has to stay readable. */
const REAR_CAMERA = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 3840 }, height: { ideal: 2160 } },
}

/**
 * Shows the rear camera; pressing Capture takes the photo. Without access it says so and closes (specification, section
 * 8).
 */
export function CameraDialog({ onPhoto, onClose }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const refused = useRef(onClose)
  refused.current = onClose
  useEffect(() => {
    let stream: MediaStream | null = null
    let isGone = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia(REAR_CAMERA)
      if (isGone) return stop()
      if (video.current) video.current.srcObject = stream
    }
    start().catch(() => {
      if (isGone) return
      toast({
        title: 'Camera access denied',
        description: 'Allow the camera in your browser, or upload a file instead.',
        tone: 'destructive',
      })
      refused.current()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [])
  const capture = async () => {
    if (video.current) onPhoto(await photoOf(video.current))
  }
  return (
    <Dialog
      title="Take Photo"
      description="Lay the paper flat, in good light, and fill the picture with it."
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
      <video ref={video} className="doc-picture" autoPlay playsInline muted onLoadedData={() => setReady(true)} />
    </Dialog>
  )
}
