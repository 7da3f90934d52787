import { PlatformConfig } from '@daymark/platform'
import { Grants } from './gallery-access.ts'

const grantsWith = (secret: string) => new Grants(Object.assign(Object.create(PlatformConfig.prototype), { secret }))
const grants = grantsWith('one secret')
const now = new Date('2026-05-01T12:00:00Z')
const link = { id: 'a', passwordVersion: 1 }
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

describe('a grant', () => {
  it('opens the link it was issued for, for thirty days', () => {
    const grant = grants.issueGrant(link, now)
    expect(grants.acceptsGrant(grant, link, now)).toBe(true)
    expect(grants.acceptsGrant(grant, link, later(29))).toBe(true)
    expect(grants.acceptsGrant(grant, link, later(31))).toBe(false)
  })

  it('opens neither another link nor the same link after its password changed', () => {
    const grant = grants.issueGrant(link, now)
    expect(grants.acceptsGrant(grant, { ...link, id: 'b' }, now)).toBe(false)
    expect(grants.acceptsGrant(grant, { ...link, passwordVersion: 2 }, now)).toBe(false)
  })

  it('cannot be forged or extended', () => {
    const [until, signature] = grants.issueGrant(link, now).split('.')
    const forged = grantsWith('another secret').issueGrant(link, now)
    for (const grant of [
      undefined,
      '',
      '.',
      'x.y',
      `${Number(until) + 1}.${signature}`,
      `${until}.`,
      `${until}`,
      forged,
    ])
      expect(grants.acceptsGrant(grant, link, now)).toBe(false)
  })
})
