import { HandOver } from './HandOver.tsx'
import { InstallOffer } from './InstallOffer.tsx'

/** What the app may offer on any signed-in page; one file, fetched when the page is idle. */
export function Offers() {
  return (
    <>
      <HandOver />
      <InstallOffer />
    </>
  )
}
