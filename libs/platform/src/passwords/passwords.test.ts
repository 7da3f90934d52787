import { Passwords } from './passwords.ts'

const passwords = new Passwords()
const guess = { owner: '', allowed: async () => {} }
const matches = (password: string, stored?: string) => passwords.matches(password, stored, guess)

describe('a password', () => {
  it('is recognised, and nothing else is', async () => {
    const hash = await passwords.hash('Sommer Fest')
    expect(hash).not.toContain('Sommer')
    expect(passwords.isCurrent(hash)).toBe(true)
    expect(await matches('Sommer Fest', hash)).toBe(true)
    expect(await matches('sommer fest', hash)).toBe(false)
    expect(await matches('', hash)).toBe(false)
    expect(await matches('Sommer Fest', undefined)).toBe(false)
  })

  it('is salted, so that equal passwords do not look alike', async () => {
    expect(await passwords.hash('same')).not.toBe(await passwords.hash('same'))
  })

  it('does not depend on how an accent was typed', async () => {
    expect(await matches('caf\u0065\u0301', await passwords.hash('caf\u00e9'))).toBe(true)
  })

  it('matches a hash with another cost, which is then not current', async () => {
    const old = '$argon2id$v=19$m=8192,t=1,p=1$VpXHvqkuQa2vSzqlcy1Bug$1aKExX78Ic0s7jRS51APb5hRSetON8C10yeOBy3f1CQ'
    expect(await matches('old', old)).toBe(true)
    expect(await matches('new', old)).toBe(false)
    expect(passwords.isCurrent(old)).toBe(false)
    expect(passwords.isCurrent(await passwords.hash('old'))).toBe(true)
  })

  it('is not compared when the guess is refused before it waits, nor when it is by the time of its turn', async () => {
    const hash = await passwords.hash('right')
    const tooMany = new Error('too many')
    const refused = { owner: '', allowed: () => Promise.reject(tooMany) }
    await expect(passwords.matches('right', hash, refused)).rejects.toBe(tooMany)
    let asked = 0
    const late = { owner: '', allowed: async () => (++asked > 3 ? Promise.reject(tooMany) : undefined) }
    const guesses = await Promise.allSettled([1, 2, 3].map(() => passwords.matches('right', hash, late)))
    expect(guesses.map(guess => guess.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
})
