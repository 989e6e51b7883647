import { Smartphone } from 'lucide-react'
import { agoText } from '#domain/doses/dose-text.ts'
import { msOf } from '#domain/lib/instant.ts'
import type { PushDevice } from '#domain/protocol/push-answers.ts'
import { removeDevice, usePush, usePushOwner } from '#src/session/push.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Tile } from '#src/ui/Tile.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { isDoubtful } from './health.ts'

/** The account's other devices, as the server last described them. */
export function Devices({ now }: { now: number }) {
  const owner = usePushOwner()
  const { known, endpoint } = usePush()
  if (!known) return null
  const others = known.devices.filter((device) => device.endpoint !== endpoint)
  const remove = async ({ deviceName, endpoint: address }: PushDevice) => {
    const isRemoved = await removeDevice(owner, address)
    toast(
      isRemoved
        ? {
            title: `${deviceName} is removed`,
            description: 'It reminds you again once Dosewell is opened there with reminders on.',
          }
        : {
            title: `${deviceName} could not be removed`,
            description: 'Try again when you are online.',
            tone: 'destructive',
          },
    )
  }
  return (
    <Card as="section" aria-labelledby="other-devices">
      <h2 id="other-devices">Other devices</h2>
      {others.length === 0 ? (
        <p className="quiet">No other device gets reminders. A second one is the best backup.</p>
      ) : (
        <ul className="list">
          {others.map((device) => (
            <li className="list__row health__device" key={device.endpoint}>
              <Tile small tone={isDoubtful(device, now) ? 'due' : 'info'}>
                <Smartphone className="icon" aria-hidden />
              </Tile>
              <span className="list__main">
                <strong>{device.deviceName}</strong>
                <span className="list__sub">{deviceText(device, now)}</span>
              </span>
              <Button variant="quiet" aria-label={`Remove ${device.deviceName}`} onClick={() => void remove(device)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 ? <p className="small quiet">As the server knew it {agoText(msOf(known.at), now)}.</p> : null}
    </Card>
  )
}

function deviceText(device: PushDevice, now: number): string {
  const shown = device.lastShownAt
    ? `Last reminder shown ${agoText(msOf(device.lastShownAt), now)}.`
    : 'No reminder shown yet.'
  return isDoubtful(device, now) ? `${shown} It may not remind you.` : shown
}
