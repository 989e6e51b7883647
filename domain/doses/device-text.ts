import { t } from '../language/translate.ts'
import type { DeviceId } from '../lib/ids.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { LoggedBy } from '../records/logged-by.ts'

/**
 * Returns `on this phone` for this device, otherwise `on` and the device's name; before that `by` and the name of who
 * logged it for somebody else, where the log says so (S14.6).
 */
export function deviceText(
  event: Pick<DoseEvent, 'deviceId' | 'deviceName'> & { by?: LoggedBy | undefined },
  device: { id: DeviceId; name: string },
): string {
  if (event.deviceId === device.id)
    return t(
      '{kind, select, phone {on this phone} tablet {on this tablet} computer {on this computer} other {on this device}}',
      { kind: kindOf(device.name) },
    )
  const [person, name] = [event.by?.name, event.deviceName]
  if (name === '') return person ? t('by {person} on another device', { person }) : t('on another device')
  return person ? t('by {person} on {device}', { person, device: name }) : t('on {device}', { device: name })
}

/** Devices are named after their browser and system (platform/describe-device.ts). */
function kindOf(name: string): string {
  if (/Android|iPhone/.test(name)) return 'phone'
  if (/iPad/.test(name)) return 'tablet'
  return /Mac|Windows|Chromebook|Linux/.test(name) ? 'computer' : 'device'
}
