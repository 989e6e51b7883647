import type { SlotView } from '#domain/doses/dose-views.ts'
import { MedicineGlyph } from '#src/ui/MedicineGlyph.tsx'

/** The picture of the medicine of a dose, before its name in a list or, `bare`, in something that gives it its size. */
export const SlotGlyph = ({ view, bare }: { view: SlotView; bare?: boolean }) => (
  <MedicineGlyph
    picture={view}
    words={[view.name, view.dosage, view.instructions]}
    className={bare ? undefined : 'dose__form'}
  />
)
