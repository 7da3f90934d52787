import type { http } from '@daymark/contracts'

const SIZES = { original: 'originals', '2048': '2048 px', '1080': '1080 px' }

function downloads({ allow_downloads: isAllowed, download_sizes: sizes }: http.PresetSettings): string {
  if (isAllowed === false) return 'No downloads'
  return `Downloads: ${(sizes ?? ['original']).map(size => SIZES[size]).join(', ')}`
}

const FACTS: [text: string, holds: (preset: http.Preset) => boolean][] = [
  ['Watermark', ({ settings }) => settings.watermark === true],
  ['Asks for a password', ({ ask_password }) => ask_password],
  ['Visitors pick photos', ({ settings }) => Boolean(settings.picks)],
  ['Visitors comment', ({ settings }) => Boolean(settings.comments)],
  ['No titles', ({ settings }) => settings.show_titles === false],
  ['No name', ({ settings }) => settings.show_name === false],
  ['In search engines', ({ settings }) => settings.allow_indexing === true],
  ['Light theme', ({ settings }) => settings.theme === 'light'],
  ['Dark theme', ({ settings }) => settings.theme === 'dark'],
]

/** The settings of a preset: expiry, downloads, and unusual choices. */
export function presetFacts(preset: http.Preset): string[] {
  const days = preset.expires_after_days
  const end = days === null ? 'Never expires' : days === 1 ? 'Expires after 1 day' : `Expires after ${days} days`
  return [end, downloads(preset.settings), ...FACTS.filter(([, holds]) => holds(preset)).map(([text]) => text)]
}
