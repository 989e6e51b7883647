import { ChevronRight, Pencil, Pill } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ADD_MEDICATION_LINK } from '#src/session/links.ts'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Tile } from '#src/ui/Tile.tsx'

/** The ways to add something, each as far as its screen exists. */
export function AddSomething() {
  return (
    <Section title="Add something">
      <div className="grid grid--3">
        <Card as="section" flush aria-labelledby="add-medication">
          <div className="row row--nowrap home__ways">
            <Tile>
              <Pill className="icon" />
            </Tile>
            <h3 id="add-medication">Add Medication</h3>
          </div>
          <div className="ways">
            <Link to={ADD_MEDICATION_LINK}>
              <Pencil className="icon" />
              Manual Entry
              <ChevronRight className="icon go" />
            </Link>
          </div>
        </Card>
      </div>
    </Section>
  )
}
