import { strongPassword } from './strong-password.ts'

it('S-ADA-05 a generated password is long, has every kind of character and never repeats', () => {
  const made = Array.from({ length: 500 }, strongPassword)
  expect(new Set(made).size).toBe(500)
  for (const password of made) {
    expect(password).toMatch(/^[A-Za-z2-9\-_.+]{20}$/)
    expect(password).not.toMatch(/[OIl]/)
    for (const kind of [/[A-Z]/, /[a-z]/, /\d/, /[-_.+]/]) expect(password).toMatch(kind)
  }
})
