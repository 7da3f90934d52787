import { isTooDeep } from './request-bodies.ts'

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const check = (json: string) => isTooDeep(Buffer.from(json))

it.each([
  nested(32),
  nested(32, '{"a":', '}').replace(':}', ':1}'),
  JSON.stringify({ order: Array(10_000).fill({ id: 'x' }) }),
  JSON.stringify({ title: nested(1000) }),
  JSON.stringify({ title: `"${nested(1000)}\\` }),
  JSON.stringify(['\\', '"', '\\"', nested(1000), '\\\\', nested(1000)]),
  '',
  'no JSON at all',
  '"an end is missing',
])('%.30s is not too deep', json => expect(check(json)).toBe(false))

it.each([
  nested(33),
  nested(33, '{"a":', '}'),
  '['.repeat(1_000_000),
  `{"title":"\\\\","order":${nested(33)}}`,
  `{"title":"\\"","order":${nested(33)}}`,
])('%.30s is too deep', json => expect(check(json)).toBe(true))

it('accepts a megabyte of quotes and backslashes', () => {
  for (const text of ['"'.repeat(1e6), `"${'\\'.repeat(1e6)}"`, '\\"'.repeat(5e5), `"${'\\"'.repeat(5e5)}`])
    expect(check(text)).toBe(false)
})
