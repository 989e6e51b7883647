import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import type { DeviceReading, DeviceText, ReadingProgress } from '#src/platform/device-reader.ts'
import { toast } from '#src/ui/toast-store.ts'

/** Reads pictures on this device; what that needs is downloaded on first use. */
export function useDeviceReading() {
  /** Null while nothing runs. */
  const [progress, setProgress] = useState<ReadingProgress | null>(null)
  const running = useRef<DeviceReading | null>(null)
  const isCancelled = useRef(false)
  const cancel = () => {
    isCancelled.current = true
    running.current?.cancel()
  }
  // Leaving the page gives it up too.
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      running.current?.cancel()
    }
  }, [])
  const isGivenUp = () => isCancelled.current || isLeft.current

  /** Returns what is on the picture, or null if the reading was cancelled or failed; a failure is shown. */
  const read = async (image: Blob): Promise<DeviceText | null> => {
    isCancelled.current = false
    setProgress({ stage: 'fetching', share: 0 })
    const reader = await import('#src/platform/device-reader.ts').catch(() => null)
    if (reader && !isGivenUp()) running.current = reader.readOnDevice(image, setProgress)
    const found = (await running.current?.read) ?? null
    running.current = null
    setProgress(null)
    if (found === null && !isGivenUp()) {
      toast({
        title: t('The picture could not be read on this device'),
        description: navigator.onLine
          ? t('Upload it instead, or type it in.')
          : t('What reads it has to be fetched once, with a connection.'),
        tone: 'destructive',
      })
    }
    return found
  }
  return { progress, read, cancel }
}
