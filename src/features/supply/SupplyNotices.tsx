import { Package } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { ended, inSentences } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { isActive } from '#domain/records/medication.ts'
import { noticeTitle } from '#domain/supply/notice-text.ts'
import { type SupplyNotice, supplyNotices } from '#domain/supply/notices.ts'
import { bookText, excessText, leftText } from '#domain/supply/supply-text.ts'
import type { Supply } from '#src/data/supply-reads.ts'
import { ADD_APPOINTMENT_LINK } from '#src/session/links.ts'
import { useMay } from '#src/session/may.ts'
import { useSession } from '#src/session/session.ts'
import { useSupplies, useSupplyActs } from '#src/session/supplies.ts'
import { draftedState, supplyLink } from '#src/session/supply-links.ts'
import { useNow } from '#src/session/use-now.ts'
import { Button } from '#src/ui/Button.tsx'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { lastPackOf } from './last-pack.ts'

/** On home: what runs out or expires soon, with what to do about it. */
export function SupplyNotices() {
  const { zone } = useSession()
  const now = useNow()
  const supplies = useSupplies() ?? []
  const lines = supplies.flatMap((supply) => {
    const { medication, state } = supply
    const settings = medication.supply ?? null
    const notices = supplyNotices({ state, settings, isInUse: isActive(medication, now, zone) }, now, zone)
    return notices.length > 0 ? [{ supply, notices }] : []
  })
  if (lines.length === 0) return null
  return (
    <div className="stack home__notices">
      {lines.map(({ supply, notices }) => (
        <SupplyLine key={supply.medication.id} supply={supply} notices={notices} />
      ))}
    </div>
  )
}

function SupplyLine({ supply, notices }: { supply: Supply; notices: SupplyNotice[] }) {
  const { zone } = useSession()
  const now = useNow()
  const { act } = useSupplyActs()
  const navigate = useNavigate()
  const [mayChange, mayLog] = [useMay('change'), useMay('log')]
  const { medication, state } = supply
  const { id, name } = medication
  const titles = notices.map((notice) => noticeTitle(name, notice, { isEstimate: state?.isEstimate ?? false }))
  const lines = state ? [leftText(state), excessText(state), bookText(state, localAt(now, zone).date)] : []
  const said = inSentences(lines)
  const pack = lastPackOf(supply.events)
  const visit = { doctorName: medication.supply?.prescriber ?? '', notes: t('New script for {name}', { name }) }
  return (
    <Notice tone="due" icon={<Package className="icon" />} title={inSentences(titles)}>
      <p>{said === '' ? '' : ended(said)}</p>
      <div className="row row--tight">
        {mayLog && pack ? (
          <Button
            variant="plain"
            onClick={() => void act({ verb: 'refill', medication, amount: pack, expiresOn: null })}
          >
            <RichText
              text={t('I have refilled it<more>: {name}</more>', { name })}
              tags={{ more: (part) => <span className="sr">{part}</span> }}
            />
          </Button>
        ) : null}
        {mayLog ? (
          <ButtonLink variant="plain" to={supplyLink(id)}>
            <RichText
              text={t('Correct the count<more> of {name}</more>', { name })}
              tags={{ more: (part) => <span className="sr">{part}</span> }}
            />
          </ButtonLink>
        ) : null}
        {mayChange ? (
          <Button variant="plain" onClick={() => navigate(ADD_APPOINTMENT_LINK, { state: draftedState(visit) })}>
            <RichText
              text={t('Draft a visit<more> about {name}</more>', { name })}
              tags={{ more: (part) => <span className="sr">{part}</span> }}
            />
          </Button>
        ) : null}
      </div>
    </Notice>
  )
}
