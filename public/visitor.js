// The pages of a visitor, without React: the theme button (as in src/ui/theme.ts; public/before-paint.js shows the choice) and, once the page
// has nothing else to do, the service worker, so that the site can be installed and the next visit needs no network.
const button = document.querySelector('[data-theme-toggle]')
const isDark = () => document.documentElement.dataset.theme === 'dark'
const names = document.documentElement.dataset
const name = () => button.setAttribute('aria-label', isDark() ? names.light : names.dark)
if (button) {
  name()
  document.addEventListener('themechange', name)
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem('theme', next)
    } catch {
      // Storage is refused; the page still changes.
    }
    document.dispatchEvent(new CustomEvent('themechoice', { detail: next }))
  })
}

// What a link asked the home page for is not lost by signing in (domain/protocol/sign-in-address.ts).
if (location.pathname === '/' && location.search) {
  const back = encodeURIComponent(`/${location.search}${location.hash}`)
  for (const link of document.querySelectorAll('a[href="/api/login"]')) link.href += `?next=${back}`
}

const idle = window.requestIdleCallback ?? ((run) => setTimeout(run, 1000))
const register = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => {})
if ('serviceWorker' in navigator) {
  if (document.readyState === 'complete') idle(register)
  else addEventListener('load', () => idle(register))
}
