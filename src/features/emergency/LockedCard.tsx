import { useEffect, useRef } from 'react'
import { t } from '#domain/language/translate.ts'
import { CardCode } from './CardCode.tsx'
import { CardLines } from './CardLines.tsx'
import { useCard } from './use-card.ts'

/** The card while the app is locked: to be read, and nothing else. */
export default function LockedCard() {
  const card = useCard()
  const title = useRef<HTMLHeadingElement>(null)
  const isThere = card !== undefined
  // The button that opened it is gone.
  useEffect(() => {
    if (isThere) title.current?.focus()
  }, [isThere])
  if (!card) return null
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        {t('Emergency card')}
      </h1>
      <CardLines card={card} />
      <CardCode card={card} />
    </>
  )
}
