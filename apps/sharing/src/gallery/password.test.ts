import { hashPassword, verifyPassword } from './password.ts'

describe('password of a link', () => {
  it('is recognised, and nothing else is', async () => {
    const hash = await hashPassword('Sommer Fest')
    expect(await verifyPassword('Sommer Fest', hash)).toBe(true)
    expect(await verifyPassword('sommer fest', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  it('is salted, so that equal passwords do not look alike', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
  })

  it('does not depend on how an accent was typed', async () => {
    expect(await verifyPassword('caf\u0065\u0301', await hashPassword('caf\u00e9'))).toBe(true)
  })

  it('keeps its cost in the hash, so that an older one stays readable when the cost grows', async () => {
    // made with N=1024, r=8, p=1
    const old = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA$yuhmJI84XPnDvj3BXzyDADpWXgBlbHSYSBPFjIPjSHA'
    expect(await verifyPassword('old', old)).toBe(true)
  })
})
