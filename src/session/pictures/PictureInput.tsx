import type { RefObject } from 'react'

interface PictureInputProps {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** Opens the rear camera of a phone itself, where no page may. */
  capture?: boolean
  onChoose(file: File | undefined): void
}

/** The choice of a picture file. Pressed by the buttons; it has no place of its own on the screen. */
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
