import { normalizeHostName, isSameOrSubdomain } from './host-name.ts'

it.each([
  ['photos.example.com', 'photos.example.com'],
  ['  Photos.Example.COM. ', 'photos.example.com'],
  ['fotos.müller.example', 'fotos.xn--mller-kva.example'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  ['a-b.c3.example', 'a-b.c3.example'],
])('%s is the host name %s', (typed, name) => expect(normalizeHostName(typed)).toBe(name))

it.each([
  '',
  'localhost',
  'photos',
  '203.0.113.9',
  '0x7f.1',
  '1.2.3',
  '[::1]',
  '::1',
  'photos.example.com:8443',
  'https://photos.example.com',
  'photos.example.com/gallery',
  'user@photos.example.com',
  'photos..example.com',
  '-photos.example.com',
  'photos-.example.com',
  'pho tos.example.com',
  'photos_1.example.com',
  'photos%2eexample.com',
  '*.example.com',
  '_daymark.example.com',
  `${'a'.repeat(64)}.example.com`,
  `${'abcdefgh.'.repeat(30)}com`,
  'photos.example.com..',
  'photos.example.123',
])('%p is none', typed => expect(normalizeHostName(typed)).toBeUndefined())

it('a host is within itself and its parent domains, but not within a domain with the same ending', () => {
  expect(isSameOrSubdomain('photos.example.com', 'photos.example.com')).toBe(true)
  expect(isSameOrSubdomain('a.photos.example.com', 'photos.example.com')).toBe(true)
  expect(isSameOrSubdomain('myphotos.example.com', 'photos.example.com')).toBe(false)
})
