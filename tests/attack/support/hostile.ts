/** Invalid dates, and dates out of the range of Postgres or JavaScript. */
const DATES = [
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:00',
  '0001-01-01T00:00:00-23:00',
  '9999-12-31T23:59:59-23:00',
  '9999-12-31',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01',
  '294277-01-01',
  '2025-02-30',
  '2025-01-01T24:00:00Z',
  '2025-01-01T00:00:00+99:99',
  'infinity',
  'now',
]
const NUMBERS = ['-1', '1.5', '2147483648', '9223372036854775808', '9'.repeat(400), '1e9', 'NaN', 'Infinity', '0x10']
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ud83d\ude00'.repeat(300),
  '\u202e\u0007\u2028',
  '%',
  '\\',
  "'; DROP TABLE photos --",
  'x'.repeat(12_000),
  '../../etc/passwd',
  '__proto__',
]
export const STRINGS = [...DATES, ...NUMBERS, ...TEXTS]

const OTHERS = [null, true, 0, -1, 1.5, 2 ** 31, 2 ** 53, 1e21, 1e308, [], {}, [[]], { a: { b: [null] } }]
/** Values for JSON fields: plain, in lists and in lists of objects. */
export const VALUES: unknown[] = [
  ...OTHERS,
  ...STRINGS,
  ...[...OTHERS, ...TEXTS].map(value => [value]),
  ...TEXTS.map(text => [{ id: text, title: text }]),
  ...TEXTS.map(text => ({ [text]: text })),
]
/** Values for query fields, including invalid UTF-8, repeated names and objects. */
export const QUERIES = (name: string): string[] => [
  ...STRINGS.map(value => `${name}=${encodeURIComponent(value.toWellFormed())}`),
  `${name}=%ED%A0%80`,
  `${name}=%ff`,
  `${name}=%`,
  `${name}=a&${name}=b`,
  `${name}[]=a`,
  `${name}[a]=b`,
  `${name}[__proto__][a]=b`,
]
export const SEGMENTS: string[] = [
  ...STRINGS.filter(text => text.length < 1000).map(value => encodeURIComponent(value.toWellFormed())),
  '%ED%A0%80',
  '%ff',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
].filter(Boolean)
