/** @jest-environment-options {"timeZone": "Europe/Berlin"} */
import type { http } from '@daymark/contracts'
import { jest } from '@jest/globals'
import { toShareInput, toShareDraft } from './share-input.ts'
import { dateInDays, applyPreset, toPresetInput } from './preset-choice.ts'

// Noon, so that no day ends between two calculations.
beforeEach(() => void jest.useFakeTimers({ now: new Date(2026, 4, 4, 12) }))
afterEach(() => void jest.useRealTimers())

const preset = (fields: Partial<http.Preset> = {}): http.Preset => ({
  id: 'p',
  name: 'Proofs',
  settings: {},
  expires_after_days: null,
  ask_password: false,
  is_default: false,
  left_out: [],
  created_at: '',
  updated_at: '',
  ...fields,
})
const PICKS = { minimum: null, maximum: 20, review: true, notes: false, deadline: '' }

it('rule 142 a preset applies the settings of a link to the next one, except those of a single link', () => {
  const draft = {
    ...toShareDraft(),
    theme: 'dark' as const,
    watermark: true,
    downloadLimit: '40',
    expiresOn: dateInDays(30),
  }
  const first = {
    ...draft,
    picks: { ...PICKS, minimum: '', maximum: '20' },
    password: 'puffin',
    slug: 'anna',
    title: 'Anna',
  }
  const saved = toPresetInput(first, { requiresPassword: true })
  expect(saved).toMatchObject({ expires_after_days: 30, ask_password: true })
  expect(saved.settings).toMatchObject({ theme: 'dark', watermark: true, download_limit: 40, picks: PICKS })
  expect(JSON.stringify(saved)).not.toMatch(/puffin|anna/i)
  const newDraft = applyPreset({ ...toShareDraft(), slug: 'ben', title: 'Ben' }, preset(saved))
  expect(toShareInput(newDraft)).toEqual({
    ...toShareInput({ ...draft, picks: first.picks }),
    slug: 'ben',
    title: 'Ben',
  })
})

it.each([
  ['begins', '2026-03-28T23:30', 1, '2026-03-29'],
  ['began long ago', '2026-03-01T23:30', 30, '2026-03-31'],
  ['ends', '2026-10-25T00:30', 1, '2026-10-26'],
  ['ended long ago', '2026-10-01T00:30', 30, '2026-10-31'],
])('an expiry counts calendar days, also where summer time %s', (_, now, days, end) => {
  jest.setSystemTime(new Date(now))
  expect(new Date('2026-07-01T12:00').toISOString()).toBe('2026-07-01T10:00:00.000Z')
  expect(dateInDays(days)).toBe(end)
  expect(toPresetInput({ ...toShareDraft(), expiresOn: end }).expires_after_days).toBe(days)
})

it('rule 142 an empty preset gives the default link', () => {
  expect(toShareInput(applyPreset(toShareDraft(), preset()))).toEqual(toShareInput(toShareDraft()))
  expect(toPresetInput(toShareDraft())).toMatchObject({
    expires_after_days: null,
    ask_password: false,
    settings: { watermark: false },
  })
})
