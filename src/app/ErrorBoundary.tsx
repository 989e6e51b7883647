import { Component, type ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'

/** The last net: a screen that failed to draw says so and offers a way on. What is on the device is untouched by it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="page page--narrow" role="alert">
        <div className="page__head">
          <h1>This screen could not be shown</h1>
          <p className="quiet">
            Everything you entered is still on this device. Loading the page again usually helps.
          </p>
        </div>
        <Button variant="primary" onClick={() => location.reload()}>
          Load again
        </Button>
      </main>
    )
  }
}
