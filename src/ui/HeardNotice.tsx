import { TextQuote } from 'lucide-react'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { TextArea } from './TextArea.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

interface HeardNoticeProps {
  /** The words the fields were filled from, for comparison. */
  words: string
  /** How they were understood, as one sentence. */
  readBack?: string | undefined
  /** The questions they leave open, as whole sentences. */
  asks: readonly string[]
  /** Called with the corrected words, to fill the fields once more. */
  onReadAgain(words: string): void
}

/** The most characters of corrected words; /voice takes no more either. */
const LONGEST = 2000

/**
 * Shows what was said, typed or read from a card, above the fields filled from it. The words can be corrected and read
 * again.
 */
export function HeardNotice({ words, readBack, asks, onReadAgain }: HeardNoticeProps) {
  const [corrected, setCorrected] = useState<string | null>(null)
  const { area, fallback } = useKeptFocus<HTMLDivElement, HTMLElement>(corrected === null)
  const place = (element: HTMLElement | null) => {
    if (element) fallback.current = element
  }
  const readAgain = (next: string) => {
    setCorrected(null)
    if (next.trim() !== words) onReadAgain(next)
  }
  return (
    <Notice tone="plain" icon={<TextQuote className="icon" />} title={t('Filled in from these words')}>
      <div ref={area}>
        {corrected === null ? (
          <>
            <p>“{words}”</p>
            <Button ref={place} variant="plain" className="mt-2" onClick={() => setCorrected(words)}>
              {t('Correct the words')}
            </Button>
          </>
        ) : (
          <>
            <TextArea
              ref={place}
              label={t('Words to read')}
              help={t('The fields are filled once more from these. What you changed in them yourself stays.')}
              rows={3}
              maxLength={LONGEST}
              value={corrected}
              onChange={(event) => setCorrected(event.target.value)}
            />
            <div className="row mt-2">
              <Button variant="soft" disabled={corrected.trim() === ''} onClick={() => readAgain(corrected)}>
                {t('Read again')}
              </Button>
              <Button variant="plain" onClick={() => setCorrected(null)}>
                {t('Leave as they are')}
              </Button>
            </div>
          </>
        )}
      </div>
      {readBack ? <p className="mt-2">{t('Read back: {sentence}', { sentence: readBack })}</p> : null}
      {asks.length > 0 ? (
        <ul className="mt-2 asks" aria-label={t('Please answer in the fields')}>
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
