import { errors } from '@daymark/contracts'
import {
  hashApiToken,
  apiTokenPrefix,
  parseIdOrThrow,
  parseIdsOrThrow,
  isApiToken,
  isId,
  createApiToken,
  randomText,
  randomToken,
} from './ids.ts'

const ID = '0190c0de-0000-7000-8000-00000000abcd'

it('an id is a UUID in upper or lower case; any other value throws the given error', () => {
  expect([ID, ID.toUpperCase(), `${ID}0`, '', `{${ID}}`].map(isId)).toEqual([true, true, false, false, false])
  expect(parseIdOrThrow(errors.NOT_FOUND, ID.toUpperCase())).toBe(ID)
  expect(() => parseIdOrThrow(errors.NOT_FOUND, "' OR 1=1")).toThrow(errors.NOT_FOUND())
  expect(parseIdsOrThrow(errors.NOT_FOUND, [ID, ID.toUpperCase()])).toEqual([ID])
})

it('tokens and texts have the requested length and alphabet and are unique', () => {
  expect(Buffer.from(randomToken(), 'base64url')).toHaveLength(32)
  expect(randomText('abc', 200)).toMatch(/^[abc]{200}$/)
  expect(new Set(Array.from({ length: 100 }, () => randomToken())).size).toBe(100)
})

describe('S-TOK-03 rule 47 an API token', () => {
  it('consists of dm_, 30 random letters and digits and a checksum, and is unique', () => {
    const made = Array.from({ length: 200 }, createApiToken)
    for (const token of made) {
      expect(token).toMatch(/^dm_[0-9A-Za-z]{36}$/)
      expect(isApiToken(token)).toBe(true)
    }
    expect(new Set(made).size).toBe(made.length)
  })

  it('has the documented checksum: CRC-32 in base 62, six digits', () => {
    expect(isApiToken('dm_0123456789ABCDEFGHIJKLMNOPQRST4PMbyp')).toBe(true)
    expect(isApiToken('dm_0000000000000000000000000000002C8GjS')).toBe(true)
    expect(isApiToken('dm_0000000000000000000000000000002C8GjT')).toBe(false)
  })

  it('is invalid if any character is changed', () => {
    const token = createApiToken()
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x'
      expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    }
    for (const text of ['', 'dm_', ` ${token}`, `${token}\n`, `${token}x`, token.slice(0, -1), token.toUpperCase()])
      expect(isApiToken(text)).toBe(false)
  })

  it('is identified by its first eleven characters and stored as SHA-256', () => {
    const token = createApiToken()
    expect(token.startsWith(apiTokenPrefix(token))).toBe(true)
    expect(apiTokenPrefix(token)).toHaveLength(11)
    expect(hashApiToken('dm_')).toMatch(/^[0-9a-f]{64}$/)
  })
})
