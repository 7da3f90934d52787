import {
  grantCookieName,
  picksCookieName,
  seenCookieName,
  SESSION_COOKIE,
  visitorCookieName,
} from '../session/cookies.ts'
import { keepGalleryCookies, parseRequestHost } from './request-domain.ts'

const parse = (host: string | string[], url = '/') =>
  parseRequestHost({ url, rawHeaders: [host].flat().flatMap(value => ['Host', value]) })

it.each([
  ['photos.example.com', 'photos.example.com'],
  ['Photos.Example.COM:8443', 'photos.example.com'],
  ['photos.example.com.', 'photos.example.com'],
  ['photos.example.com.:443', 'photos.example.com'],
  ['photos.example.com:', 'photos.example.com'],
  ['127.0.0.1:8080', '127.0.0.1'],
  ['[::1]:8080', '::1'],
  ['gateway_1:8080', 'gateway_1'],
  ['', ''],
])('parses Host %p as %p', (header, name) => expect(parse(header)).toBe(name))

it.each([
  'photos.example.com..',
  '.photos.example.com',
  'photos..example.com',
  'user@photos.example.com',
  'photos.example.com:http',
  'photos.example.com:8443:1',
  'photos%2eexample.com',
  'photos.example.com/x',
  'photos.example.com, daymark.example.com',
  'photos.example.com\u0000',
  'phötos.example.com',
  '[::1',
  '[not:an:address:at:all]',
])('rejects Host %p', header => expect(parse(header)).toBeUndefined())

it('rejects two Host headers, even with the same name', () => {
  expect(parse(['a.example.com', 'b.example.com'])).toBeUndefined()
  expect(parse(['a.example.com', 'a.example.com'])).toBeUndefined()
})

it('accepts an absolute URL if it has the same host, on any port', () => {
  expect(parse('a.example.com', 'http://A.example.com:81/x')).toBe('a.example.com')
  for (const url of ['http://b.example.com/', 'http:///', 'b.example.com:443', 'http://a.example.com@b.example.com/'])
    expect(parse('a.example.com', url)).toBeUndefined()
})

it('rule 70, rule 102: a custom domain receives only the cookies of galleries', () => {
  const galleryCookies = [grantCookieName, visitorCookieName, picksCookieName, seenCookieName].map(
    cookie => `${cookie('token')}=x`,
  )
  expect(
    keepGalleryCookies([`${SESSION_COOKIE}=s`, ...galleryCookies, 'other=1'].join('; '))
      ?.split(/; ?/)
      .map(pair => pair.trim()),
  ).toEqual(galleryCookies)
  expect(keepGalleryCookies(`${SESSION_COOKIE}=s`)).toBeUndefined()
})
