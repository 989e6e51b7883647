import { useEffect, useRef } from 'react'
import { useToastStore } from './toast-store.ts'

/** Where toasts appear while it is on the page: in its flow, with a word on every button, until they are dismissed. */
export function ToastPlace({ className }: { className: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    useToastStore.setState({ place: place.current })
    return () => useToastStore.setState({ place: null })
  }, [])
  return <div className={className} ref={place} />
}
