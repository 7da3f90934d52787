import { type http, PRESET_FIELDS } from '@daymark/contracts'
import { choiceOf, draftOf, localDay, type ShareDraft } from './share-choice.ts'

/** The settings of a preset: the choices for a link without those of a single link. */
export type PresetChoice = Pick<http.Preset, 'settings' | 'expires_after_days' | 'ask_password'> & {
  is_default?: boolean
}

const DAY_MS = 24 * 60 * 60_000
/** Counts calendar days, because days of clock changes do not have 24 hours. */
export function dayIn(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return localDay(day.toISOString())
}

/** Applies a preset to a new link; values typed for this link do not change. */
export function draftWith(draft: ShareDraft, preset: http.Preset): ShareDraft {
  const { settings, expires_after_days: days } = preset
  const { title, slug, password, passwordHint } = draft
  return {
    ...draftOf(settings as Partial<http.Share>),
    ...{ title, slug, password, passwordHint },
    watermark: settings.watermark,
    themeOverride: settings.theme_override,
    expiresOn: days === null ? '' : dayIn(days),
  }
}

/** The current settings; `had`: settings of the existing link that the form only includes when they change. */
export function presetOf(draft: ShareDraft, { watermark = false, asksPassword = false } = {}): PresetChoice {
  const chosen = new Map<string, unknown>(Object.entries({ watermark, ...choiceOf(draft) }))
  const kept = PRESET_FIELDS.filter(([, name]) => chosen.has(name))
  return {
    settings: Object.fromEntries(kept.map(([, name]) => [name, chosen.get(name)])),
    expires_after_days: draft.expiresOn ? daysUntil(draft.expiresOn) : null,
    ask_password: asksPassword,
  }
}

/** Counts calendar days from today, so that clock changes make no difference. */
function daysUntil(day: string): number {
  const [end, today] = [day, dayIn(0)].map(text => Date.parse(`${text}T00:00:00Z`)) as [number, number]
  return Math.max(1, Math.round((end - today) / DAY_MS))
}
