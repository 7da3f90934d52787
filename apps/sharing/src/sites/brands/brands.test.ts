import { parseWebsite } from './brands.handlers.ts'

it.each([
  ['www.example.com', 'https://www.example.com/'],
  [' https://example.com/about?x=1 ', 'https://example.com/about?x=1'],
  ['http://example.com', 'http://example.com/'],
  ['', null],
])('the website %p is stored as %p', (typed, address) => expect(parseWebsite(typed)).toBe(address))

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:pass@example.com',
  'https://localhost',
  'https://203.0.113.7',
  'no website',
  'https://',
  'mailto:a@example.com',
])('%p is rejected as a website', typed => expect(() => parseWebsite(typed)).toThrow('address of a website'))
