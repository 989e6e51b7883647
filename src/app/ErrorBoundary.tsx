import { Component, type ReactNode } from 'react'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { UserId } from '#domain/lib/ids.ts'
import { Button } from '#src/ui/Button.tsx'
import { FaultGate } from './FaultGate.tsx'

interface ErrorBoundaryProps {
  /** Whose screens these are: lets unsent changes be saved, and the user start afresh or sign out. */
  userId?: UserId
  children: ReactNode
}

const TITLE = msg('This screen could not be shown')
const TEXT = msg('Everything you entered is still on this device. Reloading the page usually helps.')

const loadAgain = () => location.reload()

/** The last resort: says that a screen failed to render and offers a way on. Data on the device is not affected. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render() {
    const { userId, children } = this.props
    if (!this.state.failed) return children
    if (userId)
      return (
        <FaultGate
          title={t(TITLE)}
          text={t(TEXT)}
          action={t('Load again')}
          onAction={loadAgain}
          userId={userId}
          onFresh={loadAgain}
        />
      )
    return (
      <main className="page page--narrow" role="alert">
        <div className="page__head">
          <h1>{t(TITLE)}</h1>
          <p className="quiet">{t(TEXT)}</p>
        </div>
        <Button variant="primary" onClick={loadAgain}>
          {t('Load again')}
        </Button>
      </main>
    )
  }
}
