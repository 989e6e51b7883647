import type { RefObject } from 'react'

interface PictureInputProps {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** Opens a phone's rear camera directly, where the page itself may not. */
  capture?: boolean
  onChoose(file: File | undefined): void
}

/** The file picker for a picture. Buttons trigger it; it is not visible itself. */
export function PictureInput({ input, label, capture, onChoose }: PictureInputProps) {
  return (
    <input
      ref={input}
      type="file"
      hidden
      aria-label={label}
      accept="image/*,.heic,.heif"
      {...(capture ? { capture: 'environment' as const } : {})}
      onChange={(event) => onChoose(event.target.files?.[0])}
    />
  )
}
