import { apiTokenHash, apiTokenPrefix, isApiToken, newApiToken } from './api-token.ts'

describe('S-TOK-03 rule 47 an API token', () => {
  it('consists of dm_, 30 random letters and digits and a checksum, and is unique', () => {
    const made = Array.from({ length: 200 }, newApiToken)
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
    const token = newApiToken()
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'x' ? 'y' : 'x'
      expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
    }
    for (const text of ['', 'dm_', ` ${token}`, `${token}\n`, `${token}x`, token.slice(0, -1), token.toUpperCase()])
      expect(isApiToken(text)).toBe(false)
  })

  it('is recognized by its first eleven characters and stored as SHA-256', () => {
    const token = newApiToken()
    expect(token.startsWith(apiTokenPrefix(token))).toBe(true)
    expect(apiTokenPrefix(token)).toHaveLength(11)
    expect(apiTokenHash('dm_')).toMatch(/^[0-9a-f]{64}$/)
  })
})
