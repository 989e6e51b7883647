import { useEffect, useState } from 'react'

/** A picture on this device. Text beside it says what it is. */
export function BlobPicture({ blob, className }: { blob: Blob; className: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return <img className={className} src={url} alt="" />
}
