import { Card } from '#src/ui/Card.tsx'

/** What a website cannot do: said here, so that nobody relies on it. */
export function Limits() {
  return (
    <Card as="section" sunken aria-labelledby="limits">
      <h2 id="limits">What Dosewell can’t do</h2>
      <ul className="health__limits">
        <li>
          Ring while it is closed and this device has no connection. No website can. With the app open it rings offline
          too.
        </li>
        <li>Ring on a device that is switched off, or in a mode that silences everything.</li>
        <li>Promise the second: battery saving may hold a reminder back by some minutes.</li>
      </ul>
      <p>For a dose that must not be late, set an alarm of the phone’s own clock beside it.</p>
    </Card>
  )
}
