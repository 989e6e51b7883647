import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isExample } from '#domain/protocol/pages.ts'
import { App } from '#src/app/App.tsx'
import { startAuth } from '#src/app/start-auth.ts'
import { registerWorker } from '#src/app/worker-registration.ts'
import { fetchAhead } from '#src/ui/idle.ts'
import { prepareToasts } from '#src/ui/Toaster.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('app.html has no element #root')

// The example is nobody's.
if (!isExample(location.pathname)) void startAuth()
registerWorker()
fetchAhead(prepareToasts)
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
