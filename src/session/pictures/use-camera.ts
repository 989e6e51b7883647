import { useEffect, useRef, useState } from 'react'

interface CameraSetup {
  /** As large as it should be, in pixels. */
  width: number
  height: number
  /** Called when it cannot be used. */
  onRefused(): void
}

/** Shows the rear camera in the video that gets `video`, while the component is mounted. */
export function useCamera({ width, height, onRefused }: CameraSetup) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, setReady] = useState(false)
  const refused = useRef(onRefused)
  refused.current = onRefused
  useEffect(() => {
    let stream: MediaStream | null = null
    let isGone = false
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: { ideal: 'environment' }, width: { ideal: width }, height: { ideal: height } },
      })
      if (isGone) return stop()
      if (video.current) video.current.srcObject = stream
    }
    start().catch(() => {
      if (!isGone) refused.current()
    })
    return () => {
      isGone = true
      stop()
    }
  }, [width, height])
  return { video, isReady, onLoadedData: () => setReady(true) }
}
