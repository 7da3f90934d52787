import { grantCookie, picksCookie, seenCookie, SESSION, visitorCookie } from '../session/cookies.ts'
import { galleryCookies } from './request-domain.ts'

it('rule 70 rule 102 a custom domain gets the cookies of galleries and no others', () => {
  const own = [grantCookie, visitorCookie, picksCookie, seenCookie].map(cookie => `${cookie('token')}=x`)
  expect(
    galleryCookies([`${SESSION}=s`, ...own, 'other=1'].join('; '))
      ?.split(/; ?/)
      .map(pair => pair.trim()),
  ).toEqual(own)
  expect(galleryCookies(`${SESSION}=s`)).toBeUndefined()
})
