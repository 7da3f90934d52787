/** The language variants for dates that most readers of English screens use. */
const TAGS = [
  ...['en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-US', 'en-ZA', 'da-DK', 'de-AT', 'de-CH', 'de-DE'],
  ...['es-ES', 'es-MX', 'fr-CA', 'fr-CH', 'fr-FR', 'it-IT', 'nb-NO', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT'],
  ...['fi-FI', 'sv-SE', 'cs-CZ', 'hu-HU', 'tr-TR', 'el-GR', 'ru-RU', 'uk-UA', 'ja-JP', 'ko-KR', 'zh-CN', 'zh-TW'],
]
const nameOf = (tag: string) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag

export const languages = (chosen: string | null) =>
  [...new Set([...TAGS, ...(chosen ? [chosen] : [])])]
    .map(tag => ({ tag, name: nameOf(tag) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))

/** Includes a zone that this browser does not list. */
export const timeZones = (chosen: string | null) => [
  ...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen ? [chosen] : [])]),
]

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')
export const browserLanguage = () => nameOf(Intl.DateTimeFormat().resolvedOptions().locale)
