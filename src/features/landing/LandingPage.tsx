import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { Plans } from './Plans.tsx'
import { Questions } from './Questions.tsx'

/** What a visitor sees at `/` (specification, section 2). */
export default function LandingPage() {
  return (
    <div className="land">
      <Hero />
      <Features />
      <Plans />
      <Questions />
    </div>
  )
}
