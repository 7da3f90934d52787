import { user } from '../../../test/fake-api.ts'
import { setDateSettings } from './date-settings.ts'
import { formatDate, formatDateTime, formatDay, userTimeZone } from './dates.ts'

afterEach(() => setDateSettings(user()))

it('S-SET-01 dates use the chosen language and time zone as soon as they change', () => {
  setDateSettings(user({ time_zone: 'Asia/Tokyo', language: 'de-DE' }))
  expect(formatDate('2026-05-10T20:00:00.000Z')).toBe('11.05.2026')
  expect(formatDateTime('2026-05-10T20:00:00.000Z')).toBe('11.05.2026, 05:00')
  expect(userTimeZone()).toBe('Asia/Tokyo')
  setDateSettings(user({ time_zone: 'America/New_York', language: 'en-US' }))
  expect(formatDate('2026-05-10T20:00:00.000Z')).toBe('May 10, 2026')
})

it('a date without a time is the same day in every time zone', () => {
  setDateSettings(user({ time_zone: 'Pacific/Kiritimati', language: 'en-GB' }))
  expect(formatDay('2026-05-10')).toBe('10 May 2026')
})

it('without a choice, dates use the language and time zone of the browser', () => {
  const iso = '2026-05-10T20:00:00.000Z'
  expect(formatDate(iso)).toBe(new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso)))
  expect(userTimeZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})
