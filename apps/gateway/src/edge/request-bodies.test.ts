import { isTooDeep } from './request-bodies.ts'

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const look = (json: string) => isTooDeep(Buffer.from(json))

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
])('%.30s is no deeper than anybody needs', json => expect(look(json)).toBe(false))

it.each([
  nested(33),
  nested(33, '{"a":', '}'),
  '['.repeat(1_000_000),
  `{"title":"\\\\","order":${nested(33)}}`,
  `{"title":"\\"","order":${nested(33)}}`,
])('%.30s is too deep', json => expect(look(json)).toBe(true))

it('a megabyte of quotes and backslashes takes no longer than a megabyte of anything', () => {
  for (const text of ['"'.repeat(1e6), `"${'\\'.repeat(1e6)}"`, '\\"'.repeat(5e5), `"${'\\"'.repeat(5e5)}`])
    expect(look(text)).toBe(false)
})
