import { NameQuestion } from '#src/features/age/NameQuestion.tsx'
import { CatchUp } from '#src/features/catch-up/CatchUp.tsx'
import { ContactDelivery } from '#src/features/contact/ContactDelivery.tsx'
import { ScanDelivery } from '#src/features/scan/ScanDelivery.tsx'
import { TravelQuestion } from '#src/features/travel/TravelQuestion.tsx'
import { useAppLock } from '#src/session/app-lock.ts'
import { InstallOffer } from './InstallOffer.tsx'
import { ReminderKeeping } from './ReminderKeeping.tsx'
import { TransferLocalData } from './TransferLocalData.tsx'
import { usePaymentReturn } from './use-payment-return.ts'
import { useWriteFollowUps } from './write-follow-ups.ts'

/**
 * What the app offers and keeps up on any signed-in page; one file, fetched when the page is idle. Locked, it only
 * keeps up.
 */
export function Offers() {
  const isLocked = useAppLock((state) => state.isLocked)
  useWriteFollowUps()
  return (
    <>
      <ReminderKeeping />
      <ContactDelivery />
      <ScanDelivery />
      {isLocked ? null : <Questions />}
    </>
  )
}

function Questions() {
  usePaymentReturn()
  return (
    <>
      <TransferLocalData />
      {/* Asked at the age gate; here when that went away under the question. */}
      <NameQuestion />
      <InstallOffer />
      <TravelQuestion />
      <CatchUp />
    </>
  )
}
