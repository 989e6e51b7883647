// Blocking, before the first paint. A file of its own, because the content security policy allows no inline script.

// What this device shows first is in databases: on a cold start, opening them takes as long as the script that reads them takes
// to come. src/app/first-frame/early-databases.ts takes them from here, or closes them.
;(() => {
  const isPlain = 'dark' in document.documentElement.dataset
  if (isPlain || location.pathname !== '/') return
  const open = (name) =>
    new Promise((resolve) => {
      const request = indexedDB.open(name)
      // There is none, and none is to be made here.
      request.onupgradeneeded = () => request.transaction.abort()
      request.onerror = () => resolve(null)
      request.onsuccess = () => {
        // If nobody takes it, it must not hold up an upgrade.
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      // Storage may be refused altogether.
    }).catch(() => null)
  const userOf = (device) =>
    new Promise((resolve, reject) => {
      const request = device.transaction('values').objectStore('values').get('user')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const early = new Map()
  const device = open('dosewell-device')
  early.set('dosewell-device', device)
  globalThis.earlyDatabases = early
  device
    .then((opened) => opened && userOf(opened))
    .then((user) => {
      if (!user || globalThis.earlyDatabases !== early) return
      const name = `dosewell-${user.id}`
      early.set(name, open(name))
    })
    // What reads them finds out again.
    .catch(() => {})
})()

// The stored choice of a theme, else the system's preference. The page flips the theme by a `themechoice` event (src/ui/theme.ts).
;(() => {
  const PAPER = { light: '#FFFDF8', dark: '#16211D' }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const stored = () => {
    try {
      const choice = localStorage.getItem('theme')
      return choice === 'light' || choice === 'dark' ? choice : null
    } catch {
      return null
    }
  }
  const show = (theme) => {
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.content = PAPER[theme]
    document.dispatchEvent(new Event('themechange'))
  }
  const current = () => stored() ?? (system.matches ? 'dark' : 'light')
  show(current())
  // A page in a language written from right to left must not turn round once its texts are there (src/session/page-language.ts).
  // A visitor's page without the app is in the language the server chose.
  const isPlain = 'dark' in document.documentElement.dataset
  try {
    const language = isPlain ? null : localStorage.getItem('language')
    if (language && language !== 'en') document.documentElement.lang = language
    if (language === 'ar') document.documentElement.dir = 'rtl'
  } catch {
    // Without storage the browser's languages decide, a moment later.
  }
  // Nobody who sees one dose at a time (src/session/simple-view.ts) sees the other home first.
  try {
    if (localStorage.getItem('simple-view')) document.documentElement.dataset.simple = ''
  } catch {
    // Without storage the choice lasts for the visit.
  }
  // What the server has put into the document stays out of sight while the app is locked (src/styles/first-frame.css).
  try {
    if (localStorage.getItem('app-lock')) document.documentElement.dataset.locked = ''
  } catch {
    // Without storage there is no lock.
  }
  document.addEventListener('themechoice', (event) => show(event.detail))
  system.addEventListener('change', () => show(current()))
  addEventListener('storage', (event) => {
    if (event.key === 'theme' || event.key === null) show(current())
  })
})()
