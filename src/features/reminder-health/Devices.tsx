import { Smartphone } from 'lucide-react'
import { agoText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
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
            title: t('{deviceName} is removed', { deviceName }),
            description: t('It reminds you again once Dosewell is opened there with reminders on.'),
          }
        : {
            title: t('{deviceName} could not be removed', { deviceName }),
            description: t('Try again when you are online.'),
            tone: 'destructive',
          },
    )
  }
  return (
    <Card as="section" aria-labelledby="other-devices">
      <h2 id="other-devices">{t('Other devices')}</h2>
      {others.length === 0 ? (
        <p className="quiet">{t('No other device gets reminders. A second one is the best backup.')}</p>
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
              <Button
                variant="quiet"
                aria-label={t('Remove {deviceName}', { deviceName: device.deviceName })}
                onClick={() => void remove(device)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 ? (
        <p className="small quiet">{t('As the server knew it {ago}.', { ago: agoText(msOf(known.at), now) })}</p>
      ) : null}
    </Card>
  )
}

function deviceText(device: PushDevice, now: number): string {
  const isInDoubt = isDoubtful(device, now)
  if (!device.lastShownAt)
    return isInDoubt ? t('No reminder shown yet. It may not remind you.') : t('No reminder shown yet.')
  const ago = agoText(msOf(device.lastShownAt), now)
  return isInDoubt
    ? t('Last reminder shown {ago}. It may not remind you.', { ago })
    : t('Last reminder shown {ago}.', { ago })
}
