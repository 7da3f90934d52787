import type { http } from '@daymark/contracts'
import { choiceOf, draftOf, localDay, type ShareChoice, type ShareDraft } from './share-choice.ts'

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

/** Settings that belong to a single link. */
const SETTINGS_OF_ONE_LINK: Record<Exclude<keyof ShareChoice, keyof http.PresetSettings>, true> = {
  expires_at: true,
  title: true,
  password: true,
  password_hint: true,
  slug: true,
  first_look: true,
  listed: true,
}

/** The settings of the form. `watermark` and `asksPassword`: those of the existing link, which the form includes only if they change. */
export function presetOf(draft: ShareDraft, { watermark = false, asksPassword = false } = {}): PresetChoice {
  const { watermark: chosen = watermark, ...choice } = choiceOf(draft)
  const settings = Object.entries({ ...choice, watermark: chosen }).filter(([name]) => !(name in SETTINGS_OF_ONE_LINK))
  return {
    settings: Object.fromEntries(settings),
    expires_after_days: draft.expiresOn ? daysUntil(draft.expiresOn) : null,
    ask_password: asksPassword,
  }
}

/** Counts calendar days from today, so that clock changes make no difference. */
function daysUntil(day: string): number {
  const [end, today] = [day, dayIn(0)].map(text => Date.parse(`${text}T00:00:00Z`)) as [number, number]
  return Math.max(1, Math.round((end - today) / DAY_MS))
}
