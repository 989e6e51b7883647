import { TextQuote } from 'lucide-react'
import { Notice } from './Notice.tsx'

interface HeardNoticeProps {
  /** The words the fields were filled from, for comparison. */
  words: string
  /** How they were understood, as one sentence. */
  readBack?: string | undefined
  /** The questions they leave open, as whole sentences. */
  asks: readonly string[]
}

/** Shows what was said, typed or read from a card, above the fields filled from it. */
export function HeardNotice({ words, readBack, asks }: HeardNoticeProps) {
  return (
    <Notice tone="plain" icon={<TextQuote className="icon" />} title="Filled in from these words">
      <p>“{words}”</p>
      {readBack ? <p className="mt-2">Read back: {readBack}</p> : null}
      {asks.length > 0 ? (
        <ul className="mt-2 asks" aria-label="Please answer in the fields">
          {asks.map((ask) => (
            <li key={ask}>
              <strong>{ask}</strong>
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  )
}
