import { localAt } from '#domain/lib/zone.ts'
import { cardMedicines, EMPTY_EMERGENCY, type EmergencyCard } from '#domain/records/emergency-card.ts'
import { displayNameOf } from '#domain/records/user.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { useNow } from '#src/session/use-now.ts'

/** Returns the user's card as of now, from what this device holds; undefined until local storage has answered. */
export function useCard(): EmergencyCard | undefined {
  const { user, person, zone } = useSession()
  const medications = useMedications()
  const { date } = localAt(useNow(), zone)
  if (!medications) return undefined
  return {
    ...(user.emergency ?? EMPTY_EMERGENCY),
    name: displayNameOf(user),
    // Of a person's, only the account's is known.
    dateOfBirth: person ? null : user.dateOfBirth,
    medicines: cardMedicines(medications, date),
    date,
  }
}
