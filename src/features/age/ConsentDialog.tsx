import { HandHeart } from 'lucide-react'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Tile } from '#src/ui/Tile.tsx'

/** What a person of 13 to 17 sees until a parent has consented. Requests cannot be made from this version of the server. */
export function ConsentDialog() {
  const { signOut, refreshUser } = useSession()
  return (
    <Dialog
      title="Parental Consent Required"
      description="Since you're under 18, we need consent from a parent or guardian."
      icon={
        <Tile>
          <HandHeart className="icon" aria-hidden="true" />
        </Tile>
      }
      dismissable={false}
      onClose={() => {}}
      footer={
        <>
          <Button variant="quiet" onClick={signOut}>
            Sign out
          </Button>
          <Button variant="primary" onClick={() => void refreshUser()}>
            Check again
          </Button>
        </>
      }
    >
      <p>
        This server cannot send consent requests yet, so your account waits. Nothing about your health is
        stored until a parent or guardian has agreed.
      </p>
    </Dialog>
  )
}
