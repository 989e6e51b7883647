import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { latePart } from '#src/ui/late-part.ts'
import { leadSentence, leadTitle, percentText } from './insights-text.ts'
import type { Known } from './kept-insights.ts'

const doctorDialog = latePart(() => import('./DoctorDialog.tsx'))

/** The last four weeks in a sentence, and the page for the doctor. */
export function Lead({ known }: { known: Known }) {
  const { user } = useSession()
  const id = useId()
  const [asking, setAsking] = useState(false)
  const dialog = doctorDialog.use()
  const { recent } = known.insights
  const ask = () => {
    doctorDialog.want()
    setAsking(true)
  }
  return (
    <section className="card lead" aria-labelledby={id}>
      {recent.percent === null ? null : <Ring percent={recent.percent} />}
      <div className="lead__words">
        <h2 id={id}>{leadTitle(recent, user.firstName)}</h2>
        <p>{leadSentence(known.insights)}</p>
      </div>
      <Button variant="plain" className="lead__do" onClick={ask} aria-haspopup="dialog">
        <Download className="icon" />
        {t('Summary for my doctor')}
      </Button>
      {asking && dialog ? <dialog.DoctorDialog known={known} onClose={() => setAsking(false)} /> : null}
    </section>
  )
}

function Ring({ percent }: { percent: number }) {
  return (
    <div className="lead__ring">
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle className="lead__track" cx="60" cy="60" r="50" />
        {percent > 0 ? (
          <circle className="lead__fill" cx="60" cy="60" r="50" pathLength="100" strokeDasharray={`${percent} 100`} />
        ) : null}
      </svg>
      <strong className="num">{percentText({ percent })}</strong>
    </div>
  )
}
