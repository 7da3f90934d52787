import { assertPassword, generateStrongPassword, parseEmail } from './account-rules.ts'

describe('an email address', () => {
  it.each([' anna@example.org ', 'Anna.Lee+photos@sub.example.co.uk'])(
    'S-ADA-08: %p is accepted and trimmed',
    typed => {
      expect(parseEmail(typed)).toBe(typed.trim())
    },
  )
  it.each([
    '',
    'anna',
    'anna@',
    '@example.org',
    'anna@example',
    'an na@example.org',
    'a@b.c\0',
    `${'a'.repeat(250)}@b.org`,
  ])('S-ADA-08: %p is rejected', typed => expect(() => parseEmail(typed)).toThrow('Enter a valid email address.'))
})

describe('a password', () => {
  const check = (password: string) => () => assertPassword(password, 'anna@example.org', 8)
  it('S-ADA-08: must have at least the given length', () => {
    expect(check('')).toThrow('A password needs at least 8 characters.')
    expect(check('1234567')).toThrow('A password needs at least 8 characters.')
    expect(check('12345678')).not.toThrow()
  })
  it('must have at most 200 characters', () => {
    expect(check('x'.repeat(200))).not.toThrow()
    expect(check('x'.repeat(201))).toThrow('at most 200')
  })
  it('must differ from the email address', () => {
    expect(check('Anna@Example.org')).toThrow('must differ')
  })
})

it('S-ADA-05: a generated password has 20 characters of all kinds, and each is different', () => {
  const passwords = Array.from({ length: 500 }, generateStrongPassword)
  expect(new Set(passwords).size).toBe(500)
  for (const password of passwords) {
    expect(password).toMatch(/^[A-Za-z2-9\-_.+]{20}$/)
    expect(password).not.toMatch(/[OIl]/)
    for (const kind of [/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/]) expect(password).toMatch(kind)
  }
})
