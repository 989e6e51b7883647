import { useId, useMemo } from 'react'
import { encode } from 'uqr'
import { t } from '#domain/language/translate.ts'
import { cardText, type EmergencyCard } from '#domain/records/emergency-card.ts'
import { Card } from '#src/ui/Card.tsx'

/**
 * The card as a QR code of plain text: any phone's camera reads it without Dosewell and without a network. Always dark on
 * white, whatever the theme: readers expect it (ISO/IEC 18004).
 */
export function CardCode({ card }: { card: EmergencyCard }) {
  const id = useId()
  const text = cardText(card)
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: 4 }), [text])
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <Card as="section" className="emergency__code" aria-labelledby={id}>
      <h2 id={id}>{t('For another phone')}</h2>
      <p className="quiet">{t('Its camera reads this as text, without a network.')}</p>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        shapeRendering="crispEdges"
        aria-label={t('QR code with the card as text')}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </Card>
  )
}
