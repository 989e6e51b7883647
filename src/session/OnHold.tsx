import { Hourglass } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { usePeople } from './people.tsx'

/** A notice for each person whom nobody may see until a parent agrees again. */
export function OnHold() {
  const people = usePeople((state) => state.people)
  return people
    .filter(({ isWithheld }) => isWithheld)
    .map(({ id, name }) => (
      <Notice
        key={id}
        tone="due"
        icon={<Hourglass className="icon" aria-hidden="true" />}
        title={t('{name} is on hold', { name })}
      >
        {t(
          'A parent or guardian has to agree again before anybody sees what {name} takes. What you logged and have not sent stays on this device, and is sent once they do.',
          { name },
        )}
      </Notice>
    ))
}
