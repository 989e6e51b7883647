import { PAGES } from '#domain/protocol/pages.ts'
import { Card } from '#src/ui/Card.tsx'
import { Link } from '#src/ui/Link.tsx'

/** What to do with scanned items; shown once there is one (specification, section 2). */
export function NextSteps() {
  return (
    <Card as="section" aria-label="Next Steps">
      <h2>Next Steps</h2>
      <ol className="scan-steps">
        <li>
          Compare each of <Link to={PAGES.medications}>your medications</Link> with its label.
        </li>
        <li>
          Set the reminder times that the label does not give, then look at{' '}
          <Link to={PAGES.reminders}>today’s reminders</Link>.
        </li>
        <li>Keep the paper. If something is unclear, ask your pharmacist.</li>
      </ol>
    </Card>
  )
}
