import { Crown } from 'lucide-react'
import { mayUse } from '#domain/access/may-use.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { useCapabilities } from '#src/session/dictation/use-capabilities.ts'
import { useSession } from '#src/session/session.ts'
import { ButtonLink } from '#src/ui/ButtonLink.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { PageHead } from '#src/ui/PageHead.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { Dictate } from './Dictate.tsx'
import { SpeechTester } from './SpeechTester.tsx'

/** /voice: say what you are adding, and hear how a reminder sounds (specification, section 2). Part of Premium. */
export default function VoicePage() {
  const { user } = useSession()
  const permission = mayUse(user, 'premium', Date.now())
  return (
    <div className="page">
      <PageHead title="Voice Interaction">
        <p className="quiet">Say what you are adding. You check every word before it is saved.</p>
      </PageHead>
      {permission.allowed ? <Voice /> : <PremiumOnly sentence={permission.error} />}
    </div>
  )
}

function Voice() {
  const capabilities = useCapabilities()
  return (
    <>
      <Dictate canServer={capabilities === undefined ? undefined : (capabilities?.transcription ?? null)} />
      <SpeechTester />
    </>
  )
}

function PremiumOnly({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      icon={
        <Tile>
          <Crown className="icon" />
        </Tile>
      }
      title="Voice comes with Premium"
      action={
        <ButtonLink variant="primary" to={PAGES.pricing}>
          See Premium
        </ButtonLink>
      }
    >
      {sentence}
    </EmptyState>
  )
}
