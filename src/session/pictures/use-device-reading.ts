import { useEffect, useRef, useState } from 'react'
import type { DeviceReading } from '#src/platform/device-reader.ts'
import { toast } from '#src/ui/toast-store.ts'

/** Returns the progress text for reading on this device; `share` of the text read, from 0 to 1. */
export const readingText = (share: number): string =>
  share === 0 ? 'Fetching the recogniser' : `Reading on this device, ${Math.floor(share * 100)} %`

/** Reads pictures on this device; what that needs is downloaded on first use. */
export function useDeviceReading() {
  /** Progress, from 0 to 1; null while nothing runs. */
  const [share, setShare] = useState<number | null>(null)
  const running = useRef<DeviceReading | null>(null)
  const isCancelled = useRef(false)
  const cancel = () => {
    isCancelled.current = true
    running.current?.cancel()
  }
  useEffect(() => () => running.current?.cancel(), [])

  /** Returns the text on the picture, or null if it was cancelled or failed; a failure is shown. */
  const read = async (image: Blob): Promise<string | null> => {
    isCancelled.current = false
    setShare(0)
    const reader = await import('#src/platform/device-reader.ts').catch(() => null)
    if (reader && !isCancelled.current) running.current = reader.readOnDevice(image, setShare)
    const text = (await running.current?.text) ?? null
    running.current = null
    setShare(null)
    if (text === null && !isCancelled.current) {
      toast({
        title: 'The picture could not be read on this device',
        description: navigator.onLine
          ? 'Upload it instead, or type it in.'
          : 'What reads it has to be fetched once, with a connection.',
        tone: 'destructive',
      })
    }
    return text
  }
  return { share, read, cancel }
}
