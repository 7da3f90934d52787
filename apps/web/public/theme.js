// Runs before the first paint, so that a chosen theme never flashes the other one. A file of its own because of the CSP.
try {
  const chosen = localStorage.getItem('darkMode')
  if (chosen) document.documentElement.dataset.theme = chosen === 'true' ? 'dark' : 'light'
} catch {
  // Storage may be forbidden: the system's preference then counts.
}
