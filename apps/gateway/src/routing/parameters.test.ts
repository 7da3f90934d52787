import { parseStartDate, parseEndDate } from './parameters.ts'

describe('rule 34, S-SHARE-18: dates', () => {
  it('a date without time means the end of the day in the given time zone, else in UTC', () => {
    expect(parseEndDate('expires_at', '2025-12-31')).toBe('2025-12-31T23:59:59.999Z')
    expect(parseEndDate('expires_at', '2025-12-31', 'America/New_York')).toBe('2026-01-01T04:59:59.999Z')
    expect(parseEndDate('expires_at', '2025-12-31', 'Asia/Kolkata')).toBe('2025-12-31T18:29:59.999Z')
    expect(parseEndDate('expires_at', '2025-06-30', 'Pacific/Auckland')).toBe('2025-06-30T11:59:59.999Z')
  })

  it('a day with a daylight saving change ends at local midnight', () => {
    expect(parseEndDate('expires_at', '2025-03-30', 'Europe/Berlin')).toBe('2025-03-30T21:59:59.999Z')
    expect(parseEndDate('expires_at', '2025-10-26', 'Europe/Berlin')).toBe('2025-10-26T22:59:59.999Z')
    expect(parseEndDate('expires_at', '2025-10-25', 'Europe/Berlin')).toBe('2025-10-25T21:59:59.999Z')
  })

  it('an ISO 8601 time is converted to UTC', () => {
    expect(parseEndDate('expires_at', '2025-12-31T10:00:00Z')).toBe('2025-12-31T10:00:00.000Z')
    expect(parseEndDate('expires_at', '2025-12-31T10:00:00+02:00')).toBe('2025-12-31T08:00:00.000Z')
    expect(parseEndDate('expires_at', '2025-12-31T10:00')).toBe('2025-12-31T10:00:00.000Z')
    expect(parseStartDate('date_from', '2025-12-31')).toBe('2025-12-31T00:00:00.000Z')
  })

  it('a year before 1 or after 9999 is rejected', () => {
    for (const text of [
      '0000-01-01',
      '0000-12-31T23:59:59Z',
      '0001-01-01T00:00:00+23:00',
      '9999-12-31T23:59:59-00:01',
      '+275760-09-13T00:00:00Z',
    ])
      expect(() => parseStartDate('date_from', text)).toThrow('date_from: Send a date such as 2025-12-31')
    expect(() => parseEndDate('expires_at', '9999-12-31', 'America/New_York')).toThrow(
      'expires_at: Send a date such as 2025-12-31',
    )
    expect(parseStartDate('date_from', '0001-01-01')).toBe('0001-01-01T00:00:00.000Z')
    expect(parseEndDate('date_to', '9999-12-31')).toBe('9999-12-31T23:59:59.999Z')
  })

  it('anything else is rejected', () => {
    for (const text of [
      'tomorrow',
      '2025-13-01',
      '2025-02-30',
      '31.12.2025',
      '2025-12-31T25:00:00Z',
      '2025',
      ' 2025-12-31',
      '20251231',
    ])
      expect(() => parseEndDate('expires_at', text)).toThrow('expires_at: Send a date such as 2025-12-31')
    expect(() => parseEndDate('expires_at', '2025-12-31', 'Mars/Olympus')).toThrow('"Mars/Olympus" is not a time zone')
  })
})
