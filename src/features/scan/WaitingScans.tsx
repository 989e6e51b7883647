import { Trash2 } from 'lucide-react'
import type { KeptScan } from '#src/data/database.ts'
import { dropScan } from '#src/data/kept-scans.ts'
import { useSession } from '#src/session/session.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { BlobPicture } from './BlobPicture.tsx'
import { momentWords, SCAN_TYPE_WORDS } from './scan-words.ts'

/** The pictures on this device that no server has read yet. */
export function WaitingScans({ scans }: { scans: readonly KeptScan[] }) {
  if (scans.length === 0) return null
  return (
    <Section title="Waiting to be read">
      <ul className="stack">
        {scans.map((scan) => (
          <WaitingScan key={scan.id} scan={scan} />
        ))}
      </ul>
    </Section>
  )
}

function WaitingScan({ scan }: { scan: KeptScan }) {
  const { db, zone } = useSession()
  const { id, image, scanType, createdAt, problem } = scan
  return (
    <Card as="li" className="doc">
      <div className="doc__top">
        <BlobPicture blob={image} className="scan-thumb" />
        <div className="grow">
          <h3>{SCAN_TYPE_WORDS[scanType]}</h3>
          <p className="quiet">{momentWords(createdAt, zone)}</p>
          <Badge>{problem === null ? 'Waiting' : 'Not read'}</Badge>
          <p className="small quiet">
            {problem ?? 'Saved on this device. It is read when you are back online.'}
          </p>
        </div>
      </div>
      <div className="doc__tools">
        <Button onClick={() => void dropScan(db, id)}>
          <Trash2 className="icon" />
          Discard
        </Button>
      </div>
    </Card>
  )
}
