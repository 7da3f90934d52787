import { DAY_MS, type http } from '@daymark/contracts'
import { toShareInput, toShareDraft, toLocalDay, type ShareInput, type ShareDraft } from './share-input.ts'

/** The settings of a preset. They are the settings of a link without those that belong to a single link. */
export type PresetInput = Pick<http.Preset, 'settings' | 'expires_after_days' | 'ask_password'> & {
  is_default?: boolean
}

/**
 * Returns the date that is this many calendar days from today. Adding multiples of 24 hours would be wrong, because a
 * day on which the clocks change is longer or shorter.
 */
export function dateInDays(days: number): string {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return toLocalDay(day.toISOString())
}

/** Applies a preset to the draft of a link. Title, address and password do not change. */
export function applyPreset(draft: ShareDraft, preset: http.Preset): ShareDraft {
  const { settings, expires_after_days: days } = preset
  const { title, slug, password, passwordHint } = draft
  return {
    ...toShareDraft(settings as Partial<http.Share>),
    title,
    slug,
    password,
    passwordHint,
    watermark: settings.watermark,
    themeOverride: settings.theme_override,
    expiresOn: days === null ? '' : dateInDays(days),
  }
}

/** Settings that belong to a single link. */
const SETTINGS_OF_ONE_LINK: Record<Exclude<keyof ShareInput, keyof http.PresetSettings>, true> = {
  expires_at: true,
  title: true,
  password: true,
  password_hint: true,
  slug: true,
  first_look: true,
  listed: true,
}

/**
 * Converts the form values to preset settings. `watermark` and `requiresPassword` are the values of the existing link,
 * because the form contains them only if the user changes them.
 */
export function toPresetInput(draft: ShareDraft, { watermark = false, requiresPassword = false } = {}): PresetInput {
  const { watermark: selected = watermark, ...input } = toShareInput(draft)
  const settings = Object.entries({ ...input, watermark: selected }).filter(([name]) => !(name in SETTINGS_OF_ONE_LINK))
  return {
    settings: Object.fromEntries(settings),
    expires_after_days: draft.expiresOn ? daysUntil(draft.expiresOn) : null,
    ask_password: requiresPassword,
  }
}

/** Returns the number of calendar days from today until a date. */
function daysUntil(day: string): number {
  const [end, today] = [day, dateInDays(0)].map(text => Date.parse(`${text}T00:00:00Z`)) as [number, number]
  return Math.max(1, Math.round((end - today) / DAY_MS))
}
