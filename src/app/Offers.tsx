import { NameQuestion } from '#src/features/age/NameQuestion.tsx'
import { CatchUp } from '#src/features/catch-up/CatchUp.tsx'
import { ContactDelivery } from '#src/features/contact/ContactDelivery.tsx'
import { ScanDelivery } from '#src/features/scan/ScanDelivery.tsx'
import { TravelQuestion } from '#src/features/travel/TravelQuestion.tsx'
import { useAppLock } from '#src/session/app-lock.ts'
import { OwnSession, useRemindedSessions } from '#src/session/people.tsx'
import { SessionContext } from '#src/session/session.ts'
import { AccountLanguage } from './AccountLanguage.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { Invitation } from './Invitation.tsx'
import { ReminderKeeping } from './ReminderKeeping.tsx'
import { TransferLocalData } from './TransferLocalData.tsx'
import { usePaymentReturn } from './use-payment-return.ts'
import { useWriteFollowUps } from './write-follow-ups.ts'

/**
 * What the app offers and maintains on any signed-in page, in one file that is loaded when the page is idle. While
 * locked, it only maintains.
 */
export function Offers() {
  const isLocked = useAppLock((state) => state.isLocked)
  useWriteFollowUps()
  return (
    <>
      <ReminderKeeping />
      <OwnSession>
        <ContactDelivery />
      </OwnSession>
      <ScanDelivery />
      {isLocked ? null : <Questions />}
    </>
  )
}

function Questions() {
  usePaymentReturn()
  return (
    <>
      <OwnSession>
        <TransferLocalData />
        <Invitation />
        {/* Normally asked at the age gate; asked here if the gate disappeared before it was answered. */}
        <NameQuestion />
        <InstallOffer />
        <TravelQuestion />
        <AccountLanguage />
      </OwnSession>
      <CatchUps />
    </>
  )
}

/** What nothing announced, of everybody whom the account is reminded of (R6.2, R11.5), one person after the other. */
function CatchUps() {
  return useRemindedSessions().map((session) => (
    <SessionContext key={session.whose.person} value={session}>
      <CatchUp />
    </SessionContext>
  ))
}
