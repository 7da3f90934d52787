import { Passwords } from './passwords.ts'

const passwords = new Passwords()
const guess = { owner: '', assertAllowed: async () => {} }
const matches = (password: string, stored?: string) => passwords.matches(password, stored, guess)

describe('a password', () => {
  it('matches its own hash only', async () => {
    const hash = await passwords.hash('Sommer Fest')
    expect(hash).not.toContain('Sommer')
    expect(passwords.isCurrent(hash)).toBe(true)
    expect(await matches('Sommer Fest', hash)).toBe(true)
    expect(await matches('sommer fest', hash)).toBe(false)
    expect(await matches('', hash)).toBe(false)
    expect(await matches('Sommer Fest', undefined)).toBe(false)
  })

  it('is salted, so that equal passwords have different hashes', async () => {
    expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'))
  })

  it('matches in both encodings of an accent', async () => {
    expect(await matches('caf\u0065\u0301', await passwords.hash('caf\u00e9'))).toBe(true)
  })

  it('matches an older hash, which is reported as outdated', async () => {
    const old = '$argon2id$v=19$m=8192,t=1,p=1$VpXHvqkuQa2vSzqlcy1Bug$1aKExX78Ic0s7jRS51APb5hRSetON8C10yeOBy3f1CQ'
    expect(await matches('old', old)).toBe(true)
    expect(await matches('new', old)).toBe(false)
    expect(passwords.isCurrent(old)).toBe(false)
    expect(passwords.isCurrent(await passwords.hash('old'))).toBe(true)
  })

  it('is not compared when the guess is rejected before or after queueing', async () => {
    const hash = await passwords.hash('right')
    const tooMany = new Error('too many')
    const refused = { owner: '', assertAllowed: () => Promise.reject(tooMany) }
    await expect(passwords.matches('right', hash, refused)).rejects.toBe(tooMany)
    let asked = 0
    const late = { owner: '', assertAllowed: async () => (++asked > 3 ? Promise.reject(tooMany) : undefined) }
    const guesses = await Promise.allSettled([1, 2, 3].map(() => passwords.matches('right', hash, late)))
    expect(guesses.map(guess => guess.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
})
