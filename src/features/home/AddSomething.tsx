import { Camera, ChevronRight, FileText, ImageUp, Pencil, Pill } from 'lucide-react'
import { Link } from 'react-router-dom'
import { PAGES } from '#domain/protocol/pages.ts'
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
        <Card as="section" flush aria-labelledby="save-documents">
          <div className="row row--nowrap home__ways">
            <Tile>
              <FileText className="icon" />
            </Tile>
            <h3 id="save-documents">Save Documents</h3>
          </div>
          <div className="ways">
            <Link to={PAGES.documents}>
              <Camera className="icon" />
              Take Photo
              <ChevronRight className="icon go" />
            </Link>
            <Link to={PAGES.documents}>
              <ImageUp className="icon" />
              Upload File
              <ChevronRight className="icon go" />
            </Link>
          </div>
        </Card>
      </div>
    </Section>
  )
}
