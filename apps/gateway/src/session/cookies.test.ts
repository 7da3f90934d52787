import { Cookies, readCookie, grantCookieName, SESSION_COOKIE } from './cookies.ts'

const request = (header?: string) => ({ headers: { cookie: header } })

describe('cookies', () => {
  it('are found by their exact name', () => {
    expect(readCookie(request('a=1; ab=2;b = 3 ; c=x=y'), 'ab')).toBe('2')
    expect(readCookie(request('a=1; ab=2;b = 3 ; c=x=y'), 'b')).toBe('3')
    expect(readCookie(request('a=1; ab=2;b = 3 ; c=x=y'), 'c')).toBe('x=y')
    expect(readCookie(request('a=first; a=second'), 'a')).toBe('first')
    expect(readCookie(request('a'), 'a')).toBeUndefined()
    expect(readCookie(request(undefined), 'a')).toBeUndefined()
  })

  it('L-GUARD-07: have the attributes of rule 32', () => {
    const expires = new Date('2030-01-02T03:04:05Z')
    expect(new Cookies('http://127.0.0.1:8080').formatSetCookie(SESSION_COOKIE, 'x', { expires })).toBe(
      'daymark_session=x; Path=/; HttpOnly; SameSite=Lax; Expires=Wed, 02 Jan 2030 03:04:05 GMT',
    )
    expect(new Cookies('https://photos.example.com').formatSetCookie(SESSION_COOKIE, 'x', { maxAgeSeconds: 5 })).toBe(
      '__Host-daymark_session=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=5',
    )
    expect(new Cookies(undefined).formatSetCookie(SESSION_COOKIE, '', 'delete')).toContain('Max-Age=0')
  })

  it('reject values that would end the header', () => {
    for (const value of ['x; Domain=example.com', 'x\r\nSet-Cookie: y=z', 'x\0'])
      expect(() => new Cookies(undefined).formatSetCookie(SESSION_COOKIE, value, 'browser session')).toThrow('invalid')
  })

  it('of a gallery do not contain its token', () => {
    const token = 'a-very-secret-share-token'
    expect(grantCookieName(token)).toMatch(/^daymark_gallery_[0-9a-f]{16}$/)
    expect(grantCookieName(token)).not.toBe(grantCookieName(`${token}2`))
  })
})
