import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { pauseSimpleView } from '#src/session/simple-view.ts'
import { Button } from '#src/ui/Button.tsx'

/** Above every other page of a device with the simple view. */
export function SimpleWayBack() {
  const navigate = useNavigate()
  const goBack = () => {
    pauseSimpleView(false)
    navigate(PAGES.home)
  }
  return (
    <nav className="simple-back" aria-label={t('Simple view')}>
      <Button variant="primary" size="lg" block onClick={goBack}>
        <ArrowLeft className="icon icon--way" aria-hidden="true" />
        {t('Back to the simple view')}
      </Button>
    </nav>
  )
}
